// The JSON Schemas of tools.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';

import { asOptional, count, mapOf, object, oneOf, schemaOf, text } from '../../js/mcp/schema.js';
import { TOOLS } from '../../js/mcp/tools.js';

const isValid = (value, schema) => new AjvJsonSchemaValidator().getValidator(schema)(value).valid;

test('an object has the fields that are named, and no other', () => {
  const schema = object({ 'limit?': count('How many', 1, 8), kind: oneOf(['a', 'b']) });
  for (const value of [{ kind: 'a' }, { kind: 'b', limit: 8 }]) assert.ok(isValid(value, schema));
  for (const value of [
    {},
    { kind: 'c' },
    { kind: 'a', limit: 0 },
    { kind: 'a', limit: 1.5 },
    { kind: 'a', other: 1 },
    [],
    null,
  ]) {
    assert.ok(!isValid(value, schema), JSON.stringify(value));
  }
});

test('a map has any names, also those of every object', () => {
  const schema = mapOf(mapOf(count()));
  const value = JSON.parse('{"__proto__": {"constructor": 2}, "toString": {}}');
  assert.ok(isValid(value, schema));
  assert.ok(!isValid(JSON.parse('{"__proto__": {"a": -1}}'), schema));
});

test('a shape of the command line becomes a schema', () => {
  const schema = schemaOf({ a: 'string | null', 'b?': ['number'], c: { d: 'added | same' } });
  assert.ok(isValid({ a: null, c: { d: 'same' } }, schema));
  assert.ok(isValid({ a: '', b: [1, 2.5], c: { d: 'added' } }, schema));
  for (const value of [
    { a: 1, c: { d: 'same' } },
    { a: '', b: ['1'], c: { d: 'same' } },
    { a: '', c: { d: 'other' } },
    { a: '', c: { d: 'same', e: 1 } },
  ]) {
    assert.ok(!isValid(value, schema), JSON.stringify(value));
  }
});

test('fields made optional may all be absent', () => {
  assert.deepEqual(Object.keys(asOptional({ a: text(), 'b?': text() })), ['a?', 'b?']);
});

/** All schemas in a schema, itself included. */
function* schemasIn(schema) {
  yield schema;
  const { properties = {}, items, additionalProperties } = schema;
  for (const each of Object.values(properties)) yield* schemasIn(each);
  if (items) yield* schemasIn(items);
  if (typeof additionalProperties === 'object') yield* schemasIn(additionalProperties);
}

test('every tool takes an object and gives one, and says what may stand in it', () => {
  for (const { name, input, output } of TOOLS) {
    for (const schema of [input, output]) {
      assert.equal(schema.type, 'object', name);
      for (const part of schemasIn(schema)) {
        if (part.properties) assert.equal(part.additionalProperties, false, name);
      }
    }
    for (const [field, { description }] of Object.entries(input.properties)) {
      assert.match(description, /\w/, `${name}.${field} says what it is`);
    }
  }
});

test('the tools are those of the protocol of agents, each with its name and what it does', () => {
  assert.deepEqual(
    TOOLS.map(({ name }) => name),
    [
      'memory_add',
      'memory_retrieve',
      'memory_database_search',
      'mempalace_search',
      'mempalace_list_wings',
      'mempalace_list_rooms',
      'mempalace_get_taxonomy',
      'mempalace_traverse',
      'mempalace_find_tunnels',
      'mempalace_add_drawer',
      'mempalace_status',
    ],
  );
  for (const { title, description } of TOOLS) {
    assert.match(title, /^[A-Z].*[^.]$/);
    assert.match(description, /^[A-Z].*\.$/);
  }
});
