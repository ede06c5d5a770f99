// Arguments of tools against their schemas, and the sentences that tell what is wrong.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { camelCased, checkArguments } from '../../js/mcp/arguments.js';
import { anything, count, list, object, text } from '../../js/mcp/schema.js';

const SCHEMA = object({
  query: text('The question'),
  'limit?': count('How many', 0, 9),
  'items?': list(object({ name: text('Its name'), 'metadata?': anything('Kept') }), 'Many'),
});

function refuses(given, message) {
  assert.throws(() => checkArguments(given, SCHEMA), { code: 'invalid_argument', message });
}

test('what the schema declares passes', () => {
  for (const given of [
    { query: '' },
    { query: 'a', limit: 9 },
    { query: 'a', items: [{ name: 'b', metadata: { any: ['thing'] } }] },
  ]) {
    checkArguments(given, SCHEMA);
  }
});

test('an unknown argument is named, with those that are known', () => {
  const known = 'known are query, limit, items';
  refuses({ query: 'a', limits: 3 }, `limits is unknown here; ${known}`);
  refuses({ query: 'a', toString: 3 }, `toString is unknown here; ${known}`);
  refuses(JSON.parse('{"query": "a", "__proto__": 3}'), `__proto__ is unknown here; ${known}`);
  refuses(
    { query: 'a', items: [{ name: 'b' }, { name: 'b', nmae: 'c' }] },
    'items[1].nmae is unknown here; known are name, metadata',
  );
  assert.throws(() => checkArguments({ a: 1 }, object({})), { message: /a is unknown.*none is$/ });
});

test('what is missing or of another kind is named', () => {
  refuses({}, "the arguments must have required property 'query'");
  refuses({ query: 3 }, 'query must be string');
  refuses({ query: 'a', limit: 1.5 }, 'limit must be integer');
  refuses({ query: 'a', limit: -1 }, 'limit must be >= 0');
  refuses({ query: 'a', limit: '3' }, 'limit must be integer');
  refuses({ query: 'a', items: [{}] }, "items/0 must have required property 'name'");
  refuses({ query: null }, 'query must be string');
});

test('names are those of the library, and values stay', () => {
  assert.deepEqual(camelCased({ source_file: 'a_b', max_hops: 2, metadata: { a_b: 1 } }), {
    sourceFile: 'a_b',
    maxHops: 2,
    metadata: { a_b: 1 },
  });
});

test('arguments nested a hundred thousand deep are refused like others', () => {
  let deep = 1;
  for (let i = 0; i < 100_000; i++) deep = [deep];
  assert.throws(() => checkArguments({ query: deep }, SCHEMA), { code: 'invalid_argument' });
});
