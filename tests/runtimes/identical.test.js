// One store and the same questions give the same bytes in Node, Deno, Bun, workerd and the native engine,
// however the store is kept: JSON as text, scores to the last bit, and equal scores in the store's order
// (case 18). The same writes make the same store, and what one exports every other one imports. Browsers:
// tests/browser/identical.test.js.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { CheckWorker } from '../edge/support/harness.js';
import { job, makeStore } from '../support/identical_job.js';
import * as native from '../support/identical_native.js';
import { fromBase64 } from '../support/identical_replies.js';
import { newProject } from '../support/installed_package.js';
import { bun, deno } from '../support/runtimes.js';
import { needsSqlite, sqlite } from '../support/sqlite_tool.js';
import { storeOf } from '../support/temp_store.js';

const textOf = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');

// Each runtime finds the package as its users' programs do.
const project = await newProject({
  'program.js': textOf('identical_program.js'),
  'identical_replies.js': textOf('../support/identical_replies.js'),
});
after(() => rmSync(project, { recursive: true }));
function runProgram([program, ...args], given) {
  writeFileSync(join(project, 'given.json'), JSON.stringify(given));
  const how = { cwd: project, encoding: 'utf8', maxBuffer: 1 << 28 };
  const { status, stdout, stderr } = spawnSync(program, [...args, 'program.js'], how);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

const inProgram = (...command) => ({
  replies: (stores, job) => runProgram(command, { stores, job }),
  store: () => runProgram(command, { job }),
});

const worker = await CheckWorker.start({ after }, 'identical_checks.js');
await native.buildNative();

/** How each runtime answers what identical_replies.js asks. */
const runtimes = {
  Node: inProgram('node'),
  Deno: inProgram(deno, 'run', '--allow-read=.', '--allow-write=.'),
  Bun: inProgram(bun),
  workerd: {
    replies: (stores, job) =>
      Promise.all(stores.map((bytes, i) => worker.run(`object${i}`, 'replies', { bytes, job }))),
    store: () => worker.run('object', 'store', { job }),
  },
  native: {
    replies: (stores, job) => Promise.all(stores.map((bytes) => native.repliesOf({ bytes, job }))),
    store: () => native.storeOf({ job }),
  },
};
const others = Object.keys(runtimes).slice(1);

const store = await makeStore();
const [expected] = await runtimes.Node.replies([store], job);
const expectedStore = await runtimes.Node.store();
const exports = { Node: expected.exported };

test('the questions find something, vectors and links take part, budgets cut', () => {
  assert.equal(expected.asked.length, 200);
  const replies = expected.asked.map((text) => JSON.parse(text));
  const count = (is) => replies.filter(is).length;
  assert.ok(count(({ items }) => items.length === 0) < 30);
  assert.ok(count(({ embeddingUsed }) => embeddingUsed) >= 50);
  assert.ok(count(({ items }) => items.some(({ source }) => source === 'link')) > 50);
  assert.ok(count(({ dropped }) => dropped?.length > 0) > 10);
  assert.notDeepEqual(expected.askedAgain, expected.asked);
});

test('evidence is found, quoted, referred to and followed', () => {
  const replies = expectedStore.evidence.map((text) => JSON.parse(text));
  const events = replies.flatMap((reply) => (reply.notes ? reply.events : []));
  assert.ok(events.length > 150, `${events.length} events`);
  assert.ok(events.filter(({ quoteRef }) => quoteRef).length > 5);
  assert.ok(events.filter(({ score }) => score === null).length > 10);
  assert.ok(replies.filter(({ reason }) => reason).length > 2);
});

test('twins come in one order', () => {
  const [twins, ...more] = expectedStore.twins.map((text) => JSON.parse(text));
  assert.deepEqual(more, []);
  const names = twins.items.map(({ name }) => name);
  assert.deepEqual(
    names.slice(0, 10),
    Array.from({ length: 10 }, (_, i) => `twin ${i}`),
  );
});

for (const name of others) {
  test(`${name}: the same bytes as in Node`, async () => {
    const [{ exported, ...replies }] = await runtimes[name].replies([store], job);
    exports[name] = exported;
    assertSame(replies.asked, expected.asked);
    assertSame(replies.askedAgain, expected.askedAgain);
  });

  test(`${name}: the same writes make the same store`, async () => {
    const written = await runtimes[name].store();
    for (const [what, value] of Object.entries(written)) {
      assert.ok(JSON.stringify(value) === JSON.stringify(expectedStore[what]), what);
    }
  });
}

/** The first difference only: all of them are megabytes. */
function assertSame(given, wanted) {
  assert.equal(given.length, wanted.length);
  for (const [i, text] of given.entries()) assert.equal(text, wanted[i], `question ${i}`);
}

test('what one exports, all import, and answer the same', async () => {
  assert.deepEqual(Object.keys(exports), Object.keys(runtimes));
  const short = { ...job, questions: job.questions.slice(0, 40), items: [], removed: [] };
  const wanted = expected.askedAgain.slice(0, 40).join();
  for (const [to, { replies }] of Object.entries(runtimes)) {
    const given = await replies(Object.values(exports), short);
    for (const [i, from] of Object.keys(exports).entries()) {
      assert.ok(given[i].asked.join() === wanted, `from ${from} to ${to}`);
    }
  }
});

for (const name of Object.keys(runtimes)) {
  test(`${name}: SQLite's own tool opens what it exports`, needsSqlite, (t) => {
    const path = storeOf(t, fromBase64(exports[name]));
    assert.deepEqual(sqlite(path, 'PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
    const [{ count }] = sqlite(path, 'SELECT count(*) AS count FROM item');
    assert.ok(count > 700);
  });
}
