// Long batches in Durable Objects, in workerd: what they take at once, and the parts that they are
// committed in.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { openMemory } from 'loci';
import { CheckWorker } from './support/harness.js';
import { notes } from './support/notes.js';

const MANY = 8000; // items, some 2 MB in the store

let worker;
let objects = 0;
const newObject = () => `parts${objects++}`;
const run = (name, args, object = newObject()) => worker.run(object, name, args);

before(async (t) => {
  worker = await CheckWorker.start(t, 'memory_checks.js');
});

test('a batch that one part holds has no warning, and is all or nothing', async () => {
  const { warnings } = await run('fill', { count: 100 });
  assert.deepEqual(warnings, []);
  const { thrown, items, again } = await run('interrupted', { count: 100, at: 100 });
  assert.deepEqual([thrown, items], ['the caller has had enough', 0]);
  assert.equal(again.added, 100);
});

test('a long batch is committed in parts, and says so', async () => {
  const { added, warnings } = await run('fill', { count: 1050 });
  assert.equal(added, 1050);
  assert.deepEqual(warnings, [
    {
      code: 'committed_in_parts',
      message:
        '11 parts of this call were committed one by one, since this host takes at most 8 MiB at once',
      detail: { parts: 11 },
    },
  ]);
});

test('an interruption leaves the parts before it', async () => {
  const { thrown, items, check, again } = await run('interrupted', { count: 1000, at: 450 });
  assert.equal(thrown, 'the caller has had enough');
  assert.equal(items, 400);
  assert.deepEqual(check.findings, []);
  assert.deepEqual([again.added, again.updated], [600, 400]);
});

test('a text above the limit changes nothing, and the memory goes on', async () => {
  const { alone, isOld, among, items, large, check } = await run('hugeTexts');
  assert.deepEqual(alone, { code: 'transaction_too_large' });
  assert.equal(isOld, true);
  assert.deepEqual(among, { code: 'transaction_too_large', detail: { committed: 200 } });
  assert.equal(items, 210); // the 50 before it were in its part
  assert.equal(large, 'ok');
  assert.deepEqual(check.findings, []);
});

test('a large file of Markdown is imported in parts, with the items of Node', async () => {
  const object = newObject();
  const { thrown, result, check } = await run('importMarkdown', { count: MANY }, object);
  assert.equal(thrown, 'ok');
  assert.deepEqual([result.added, result.problems], [MANY, []]);
  assert.equal(result.warnings[0].code, 'committed_in_parts');
  assert.deepEqual(check.findings, []);
  const exported = await run('calls', [['exportMarkdown']], object);
  const memory = await openMemory(':memory:', { clock: () => 1.7e12 });
  const sections = notes(MANY).map(({ name, content }) => `## ${name}\n\n${content}\n`);
  memory.importMarkdown([{ path: 'wiki/notes.md', text: sections.join('\n') }]);
  assert.deepEqual(exported, memory.exportMarkdown());
});

test('an import that fails leaves the parts before it, and goes on when it is sent again', async () => {
  const object = newObject();
  const failed = await run('importMarkdown', { count: MANY, failAfter: 500 }, object);
  const { code, detail } = failed.thrown;
  assert.equal(code, 'storage_error');
  assert.ok(detail.committed > 0 && detail.committed < MANY, `${detail.committed} stay`);
  assert.equal(failed.items, detail.committed);
  const { result, check } = await run('importMarkdown', { count: MANY }, object);
  assert.deepEqual([result.added, result.same], [MANY - failed.items, failed.items]);
  assert.deepEqual(check.findings, []);
});
