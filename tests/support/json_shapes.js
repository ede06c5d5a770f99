// Whether JSON has a shape as the command line declares it (js/cli/shapes.js).

const typeOf = (value) => (value === null ? 'null' : typeof value);

/** Where `value` has another shape, as sentences. */
export function differences(value, shape, at = 'the answer') {
  if (typeof shape === 'string') {
    const known = shape.split(' | ');
    const fits = known.includes(typeOf(value)) || known.includes(value);
    return fits ? [] : [`${at} is ${JSON.stringify(value)}, not ${shape}`];
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return value.flatMap((each, index) => differences(each, shape[0], `${at}[${index}]`));
  }
  return fieldDifferences(value, shape, at);
}

function fieldDifferences(value, shape, at) {
  const fields = Object.entries(shape).map(([name, field]) => [
    name.replace(/\?$/, ''),
    name,
    field,
  ]);
  const known = fields.map(([name]) => name);
  const unknown = Object.keys(value).filter((name) => !known.includes(name));
  return [
    ...unknown.map((name) => `${at}.${name} is in no shape`),
    ...fields.flatMap(([name, written, field]) => {
      if (Object.hasOwn(value, name)) return differences(value[name], field, `${at}.${name}`);
      return written.endsWith('?') ? [] : [`${at}.${name} is missing`];
    }),
  ];
}
