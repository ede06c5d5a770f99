// JSON Schemas of what tools take and give, written in few words. A name that ends in `?` is of a field
// that may be absent; nothing may stand in an object that is not named.
//
// Tested by tests/js/mcp_schema.test.js.

const NAME = /\?$/;

const described = (schema, description) => (description ? { ...schema, description } : schema);

/** How moments are written that arguments.js reads by withMoments(). */
export const MOMENT = 'ISO 8601; also a year or a month';

export const text = (description, more = {}) => described({ type: 'string', ...more }, description);

export const flag = (description) => described({ type: 'boolean' }, description);

/** An integer in `[minimum, maximum]`. */
export const count = (description, minimum = 0, maximum = Number.MAX_SAFE_INTEGER) =>
  described({ type: 'integer', minimum, maximum }, description);

export const amount = (description, minimum = 0) =>
  described({ type: 'number', minimum }, description);

/** A number from 0 to 1. */
export const share = (description) =>
  described({ type: 'number', minimum: 0, maximum: 1 }, description);

export const oneOf = (words, description) =>
  described({ type: 'string', enum: [...words] }, description);

export const list = (items, description, more = {}) =>
  described({ type: 'array', items, ...more }, description);

/** Any object of JSON. */
export const anything = (description) => described({ type: 'object' }, description);

/** An object of which every name has a value of the same kind. */
export const mapOf = (values, description) =>
  described({ type: 'object', additionalProperties: values }, description);

/** An object of these fields alone. */
export function object(fields, description) {
  const named = Object.entries(fields).map(([name, field]) => [name.replace(NAME, ''), field]);
  const required = Object.keys(fields).filter((name) => !NAME.test(name));
  const properties = Object.fromEntries(named);
  const schema = { type: 'object', properties, required, additionalProperties: false };
  return described(schema, description);
}

/** The same fields, each of which may be absent. */
export const asOptional = (fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name.replace(/\??$/, '?'), field]),
  );

const TYPES = ['string', 'number', 'boolean', 'object', 'null'];

/** Words of a shape like `string | null` or `added | updated`. */
function schemaOfWords(words) {
  const types = words.filter((word) => TYPES.includes(word));
  if (types.length === 0) return { type: 'string', enum: words };
  return { type: types.length === 1 ? types[0] : types };
}

/**
 * The schema of a shape of ../cli/shapes.js: an answer of the command line and of a tool are one JSON.
 */
export function schemaOf(shape) {
  if (typeof shape === 'string') return schemaOfWords(shape.split(' | '));
  if (Array.isArray(shape)) return list(schemaOf(shape[0]));
  const fields = Object.entries(shape).map(([name, field]) => [name, schemaOf(field)]);
  return object(Object.fromEntries(fields));
}
