// What a tool answers: data to the letter, text that nothing stored can forge, errors that break no
// schema.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { MemoryError } from '../../js/errors.js';
import { answerOf, failureOf, tellable } from '../../js/mcp/answer.js';
import { frame, quote } from '../../js/text_frame.js';

const textIn = ({ content: [{ text }] }) => text;

test('an answer has its data to the letter, and its lines as text', () => {
  const data = { text: 'a\u202eb\u200b\r\nc' };
  const answer = answerOf({ data, lines: [frame('1. a'), ...quote(data.text, '   ')] });
  assert.equal(answer.structuredContent, data);
  assert.equal(textIn(answer), '1. a\n   > a\\u202eb\\u200b\n   > c\n');
  assert.equal(answer.isError, undefined);
});

test('an error is a text, and no data', () => {
  const failure = failureOf(new MemoryError('too_large', 'the name is\ntoo long'));
  assert.deepEqual(failure, {
    content: [{ type: 'text', text: 'Error too_large: the name is too long\n' }],
    isError: true,
  });
});

test('what there is instead follows an error, each name for itself', () => {
  const detail = { suggestions: ['water', 'a, b\nError'], rooms: [], pid: 3 };
  const failure = failureOf(
    new MemoryError('not_found', 'there is no room wat; like it are water, a', detail),
  );
  const [first, second, ...rest] = textIn(failure).split('\n');
  assert.equal(first, 'Error not_found: there is no room wat');
  assert.equal(second, 'Did you mean: water, "a, b\\nError"');
  assert.deepEqual(rest, ['']);
});

test('of an error that is not ours a host is told nothing', () => {
  const told = tellable(new TypeError('at /a/path/of/this/machine.js'));
  assert.equal(told.code, 'internal');
  assert.doesNotMatch(told.message, /path/);
  const ours = new MemoryError('closed', 'closed');
  assert.equal(tellable(ours), ours);
});
