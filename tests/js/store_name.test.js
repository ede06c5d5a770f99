// Names of stores as names of directories.

import assert from 'node:assert/strict';
import test from 'node:test';

import { encodeStoreName } from '../../bindings/hosts/store_name.js';

test('each name has a directory of its own, with a name that all file systems take', () => {
  const examples = {
    notes: 'notes',
    'Notes_1.db-x': 'Notes_1.db-x',
    'a/b': 'a%2Fb',
    'a%2Fb': 'a%252Fb',
    '.': '%2E',
    '..': '%2E%2E',
    '...': '%2E%2E%2E',
    '.a': '.a',
    é: '%C3%A9',
    '🫖': '%F0%9F%AB%96',
    "~ !*'()\0": '%7E%20%21%2A%27%28%29%00',
  };
  for (const [name, encoded] of Object.entries(examples)) {
    assert.equal(encodeStoreName(name), encoded);
    assert.equal(decodeURIComponent(encoded), name);
  }
});

test('what has no directory name is refused in clear words', () => {
  const refused = (name, message) =>
    assert.throws(() => encodeStoreName(name), { name: 'HostError', code: 'refused', message });
  refused('', /needs a name/);
  refused(undefined, /needs a name/);
  refused('\ud800', /well-formed/);
  assert.equal(encodeStoreName('a'.repeat(200)).length, 200);
  refused('a'.repeat(201), /201 characters when encoded, at most 200/);
  refused('é'.repeat(34), /204 characters/);
});
