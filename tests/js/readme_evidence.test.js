// What the README says of evidence in figures, codes and the schema of a tool is what the engine does.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { blockOf, readme } from '../support/readme.js';

const section = /^## Evidence\n(.*?)^## /ms.exec(readme)[1];
const memory = await openMemory(':memory:');
const { constants, errors, evidenceReasons, limits } = memory.contract();

/** The row of a table whose first cell begins so. */
const row = (start) => section.split('\n').find((line) => line.startsWith(`| ${start}`)) ?? '';

for (const [start, numbers] of Object.entries({
  'events of a reply': [constants.eventsPerReply],
  'events of a chain': [constants.chainEvents],
  'time that a delivery': [constants.deliveryMilliseconds / 60_000],
  'ids of a session': [constants.deliveredIds],
  sessions: [constants.sessions],
  cursors: [constants.cursors],
  'an excerpt': [constants.excerptLength, constants.excerptReach],
  'a chunk': [constants.chunkLength, constants.chunkOverlap],
  '`read` |': [1, limits.readLimit, 1600],
})) {
  test(`the bound of ${start}`, () => {
    const [, , bound] = row(start).split('|');
    assert.deepEqual(
      (bound.match(/\d[\d ]*\d|\d/g) ?? []).map((digits) => Number(digits.replaceAll(' ', ''))),
      numbers,
    );
  });
}

test('every code of a follow-up is named with what to do, and each reason', () => {
  const own = Object.keys(errors).filter((code) =>
    /^(unknown_(event|concept)|no_position|cursor_\w+|\w+_changed)$/.test(code),
  );
  assert.equal(own.length, 7);
  const named = section.split('\n').filter((line) => /^\| `[a-z_]+`.* \| .* \|$/.test(line));
  for (const code of own)
    assert.ok(
      named.some((line) => line.includes(`\`${code}\``)),
      code,
    );
  for (const reason of evidenceReasons) assert.ok(section.includes(`\`${reason}\``));
});

const NEEDED = {
  search: {},
  read: { event_id: 'a' },
  expand: { cursor: 'a', concept_id: 'b' },
  nearby: { cursor: 'a', event_id: 'b' },
};
const FOR_HOSTS = ['exclude', 'include_delivered'];

/** The arguments of an operation, as the engine tells them to whoever gives another. */
function argumentsOf(operation) {
  const { error } = memory.evidence.call({ operation, ...NEEDED[operation], unheard: 1 });
  assert.match(error.message, /unheard is unknown here; known are /);
  return error.message.split('known are ')[1].split(', ');
}

test('the schema names all that a model may say to `call`, and of which operation', () => {
  const { properties, required } = JSON.parse(blockOf('Evidence', 'json').text);
  const { operation, ...fields } = properties;
  assert.deepEqual([required, operation.enum], [['operation'], Object.keys(NEEDED)]);
  const taken = new Map();
  for (const each of operation.enum) {
    for (const name of argumentsOf(each)) taken.set(name, [...(taken.get(name) ?? []), each]);
  }
  for (const name of FOR_HOSTS) assert.ok(taken.delete(name), name);
  assert.deepEqual(Object.keys(fields).toSorted(), [...taken.keys()].toSorted());
  for (const [name, { description }] of Object.entries(fields)) {
    const named = operation.enum.filter((each) => new RegExp(`\\b${each}\\b`).test(description));
    assert.deepEqual(named, taken.get(name), name);
  }
});
