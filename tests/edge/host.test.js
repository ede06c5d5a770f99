// The host of Durable Objects, in workerd: the contract of all hosts, that of atomic ones, and what is
// particular to rows.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { BUSY, FAILED, FULL, READ_ONLY } from '../../bindings/hosts/codes.js';
import { atomicHostContract, hostContract } from '../support/host_contract.js';
import * as storage from './support/failing_storage.js';
import { CheckWorker } from './support/harness.js';

const PAGE = 4096;

let worker;
let objects = 0;
const run = (name, args, object = `host${objects++}`) => worker.run(object, name, args);

before(async (t) => {
  worker = await CheckWorker.start(t, 'host_checks.js');
});

for (const { name } of [...hostContract, ...atomicHostContract]) {
  test(`a Durable Object: ${name}`, () => run('rule', name));
}

test('a store has one owner in an isolate', async () => {
  const { second, after } = await run('twoOwners');
  assert.equal(second.code, BUSY);
  assert.match(second.words, /another memory of this object has it open; close that first$/);
  assert.equal(after.code, 0);
});

test('readOnly writes nothing, and sees no stage', async () => {
  const { absent, made, answers, text, words, changes } = await run('readOnly');
  assert.equal(absent.code, FAILED);
  assert.match(absent.words, /it has none yet; open it without readOnly first$/);
  assert.equal(made, 0);
  assert.deepEqual(answers, [READ_ONLY, READ_ONLY]);
  assert.equal(text, 'kept');
  assert.match(words, /readOnly/);
  assert.equal(changes, 0);
});

test('a commit writes a row for each page that it changed, and opening none', async () => {
  const expected = { commit: 3, staged: 3, end: 3, cut: 2, opened: 0 };
  assert.deepEqual(await run('rowsWritten'), expected);
});

for (const [words, message, code] of [
  ['no room', storage.FULL, FULL],
  ['a failure', storage.BROKEN, FAILED],
]) {
  test(`${words} at any statement of a commit leaves the old state`, async () => {
    const { failures, last, isNew } = await run('failedCommits', message);
    assert.equal(failures.length, 5);
    for (const failure of failures) {
      assert.deepEqual(failure, { code, words: `cannot write: ${message}`, isOld: true });
    }
    assert.equal(last, 0);
    assert.equal(isNew, true);
  });

  test(`${words} at any statement of a stage leaves the old store or the new one`, async () => {
    const outcomes = await run('failedStages', message);
    assert.ok(outcomes.length >= 6, `${outcomes.length} statements`);
    for (const { done, size, letter, isSame } of outcomes) {
      assert.deepEqual([size, letter], done ? [2 * PAGE, 'b'] : [3 * PAGE, 'a']);
      assert.ok(isSame);
    }
    assert.deepEqual(
      outcomes.map(({ done }) => done),
      outcomes.map((_, i) => i === outcomes.length - 1),
    );
  });
}

test('a failing read and a cleared storage are told, and the next opening works', async () => {
  const { failed, text, cleared, size } = await run('lostStorage');
  assert.deepEqual([failed.code, cleared.code], [FAILED, FAILED]);
  assert.match(failed.words, /^cannot read: disk I\/O error/);
  assert.match(cleared.words, /no such table/);
  assert.equal(text, 'kept');
  assert.equal(size, 0);
});

test('a memory whose commit was taken back by a transaction around it makes no more', async () => {
  const outcomes = await run('transactionsAround');
  const changes = Object.entries(outcomes);
  assert.equal(changes.length, 4);
  for (const [name, [kept, takenBack]] of changes) {
    const text = name === 'plain' ? 'cba' : 'cb';
    assert.deepEqual(kept, { isTaken: true, words: '', text }, name);
    assert.deepEqual([takenBack.isTaken, takenBack.text], [false, 'a'], name);
    assert.match(takenBack.words, /was taken back, as by a transaction around it/, name);
  }
});

test('the next instance of an object opens what the last one left open', async () => {
  const object = 'instances';
  await run('abandonObject', null, object);
  await assert.rejects(run('abort', null, object));
  assert.equal(await run('content', null, object), 'kept');
  await run('abandonObject', null, object);
  await worker.restart();
  assert.equal(await run('content', null, object), 'kept');
});
