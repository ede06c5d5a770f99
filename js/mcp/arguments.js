// The arguments of a call, held against the schema that its tool declares. What is unknown is named,
// with what is known: models mend a call by such a sentence.
//
// Tested by tests/js/mcp_arguments.test.js.

import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';

import { moment } from '../cli/values.js';
import { invalidArgument } from '../errors.js';

const validator = new AjvJsonSchemaValidator();
const checks = new Map();

// Made at the first call of a tool: a host that lists the tools need not wait for all of them.
function checkFor(schema) {
  if (!checks.has(schema)) checks.set(schema, validator.getValidator(schema));
  return checks.get(schema);
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Where in `value` is a name that `schema` has not got: `{path, known}`, the first of them. */
function findUnknown(value, schema, path = '') {
  if (Array.isArray(value)) {
    if (!schema.items) return undefined; // however deep it is
    return first(value.entries(), ([at, each]) =>
      findUnknown(each, schema.items, `${path}[${at}]`),
    );
  }
  if (!isObject(value) || !schema.properties) return undefined;
  const known = Object.keys(schema.properties);
  return first(Object.entries(value), ([name, field]) => {
    const here = path === '' ? name : `${path}.${name}`;
    if (!Object.hasOwn(schema.properties, name)) return { path: here, known };
    return findUnknown(field, schema.properties[name], here);
  });
}

function first(values, find) {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

// `data/limit must be integer` -> `limit must be integer`
const inOurWords = (sentence) =>
  sentence.replaceAll('data/', '').replace(/(^|, )data must/g, '$1the arguments must');

/** Throws `invalid_argument` unless `given` is what `schema` declares. */
export function checkArguments(given, schema) {
  const unknown = findUnknown(given, schema);
  if (unknown) {
    const known = unknown.known.length > 0 ? `known are ${unknown.known.join(', ')}` : 'none is';
    throw invalidArgument(`${unknown.path} is unknown here; ${known}`);
  }
  const { valid, errorMessage } = checkFor(schema)(given);
  if (!valid) throw invalidArgument(inOurWords(errorMessage));
}

/** The same fields by the names of the library: `source_file` is `sourceFile`. Values stay. */
export function camelCased(fields) {
  const renamed = Object.entries(fields).map(([name, value]) => [
    name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(renamed);
}

/** The same fields, of which `since` and `before` may be a year or a month, as for the command line. */
export function withMoments(fields) {
  const isMoment = (name, value) => /^(since|before)$/.test(name) && typeof value === 'string';
  const read = ([name, value]) => [name, isMoment(name, value) ? moment(value) : value];
  return Object.fromEntries(Object.entries(fields).map(read));
}
