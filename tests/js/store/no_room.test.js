// A medium that refuses, at every one of the calls that a write makes: the write fails with a code
// that says why, the memory stays readable and is what it was, and goes on when the medium does.

import assert from 'node:assert/strict';
import test from 'node:test';

import { BufferHost } from '../../support/buffer_host.js';
import { filesOf, openOnHost } from '../../support/open_on_host.js';
import { describeStore } from '../../support/store_operations.js';
import { FAILURES, WatchedHost } from '../../support/watched_host.js';

const item = (i, words = 'as it was') => ({ category: 'note', name: `name ${i}`, content: words });
const items = (count, words) => Array.from({ length: count }, (_, i) => item(i, words));
const large = Array.from({ length: 280 }, (_, i) => item(i, 'x'.repeat(16_384)));

const WRITES = {
  'add, new': (memory) => memory.add(item(100, 'added')),
  'add, in place of another': (memory) => memory.add(item(3, 'replaced')),
  'add, long': (memory) => memory.add(item(100, 'long text '.repeat(3_000))),
  remove: (memory) => memory.remove('note', 'name 5'),
  addMany: (memory) => memory.addMany(items(60, 'all at once')),
  importMarkdown: (memory) =>
    memory.importMarkdown([
      { path: 'wiki/note.md', text: '# note\n\n## name 1\n\nread\n\n## name 200\n\nread\n' },
      { path: 'wiki/other.md', text: '# other\n\n## name 1\n\nread\n' },
    ]),
  importBytes: (memory) => memory.importBytes(otherImage),
  compact: (memory) => memory.compact({ keepJournal: 3 }),
};

const files = await filesOf((memory) => {
  memory.addMany(items(40));
  memory.addMany(items(10, 'gone soon '.repeat(900)));
  memory.addMany(items(10)); // leaves free pages for compact
});
const otherImage = await imageOf((memory) => memory.addMany(items(30, 'from elsewhere')));

async function imageOf(fill) {
  const { database } = await filesOf(fill);
  return database;
}

/** What a memory holds and finds. */
function describe(memory) {
  const found = memory.retrieve('was added replaced once read elsewhere name', { limit: 50 });
  return { ...describeStore(memory), found: found.items };
}

const before = await describeFiles(files);

async function describeFiles(stored) {
  const memory = await openOnHost(new BufferHost(stored));
  const description = describe(memory);
  assert.deepEqual(memory.check().findings, []);
  memory.close();
  return description;
}

/** The trimmed journal is kept also where the shrinking after it fails. */
function withoutJournal({ revision, items: held, found }) {
  return { revision, items: held, found };
}

async function failDuring(write, after, code, once) {
  const medium = new BufferHost(files);
  const host = new WatchedHost(medium);
  const memory = await openOnHost(host, { clock: () => 0 });
  host.failAfter(after, FAILURES[code], { once });
  const callsBefore = host.calls.length;
  let error = null;
  try {
    write(memory);
  } catch (thrown) {
    error = thrown;
  }
  const reached = host.calls.length - callsBefore > after;
  return { medium, host, memory, error, reached };
}

/** What must hold after `write` met a failure, whatever the failure. */
async function examine({ medium, host, memory, error }, code, where) {
  if (error) assert.equal(error.code, code, `${where}: ${error.message}`);
  const left = describe(memory); // readable while the medium still refuses
  if (error) assert.deepEqual(withoutJournal(left), withoutJournal(before), where);
  host.recover();
  assert.equal(memory.remove('note', 'name 7').removed, true, where);
  memory.add(item(300, 'added after'));
  assert.deepEqual(memory.check().findings, [], where);
  const after = describe(memory);
  assert.deepEqual(await describeFiles(medium.files()), after, `${where}: killed, opened again`);
  memory.close();
  assert.deepEqual(await describeFiles(medium.files()), after, `${where}: closed, opened again`);
}

const EVERY_WAY = [
  ['storage_full', false],
  ['storage_full', true],
  ['storage_error', false],
  ['storage_error', true],
];

function testRefusals(name, write, ways, next) {
  test(`${name}: refused at each call to the medium`, async (t) => {
    let failures = 0;
    for (const [code, once] of ways) {
      for (let after = 0; ; after = next(after)) {
        const attempt = await failDuring(write, after, code, once);
        if (!attempt.reached) {
          attempt.memory.close();
          assert.equal(attempt.error, null);
          break;
        }
        failures += attempt.error !== null;
        await examine(attempt, code, `${code}${once ? ' once' : ''} at call ${after}`);
      }
    }
    assert.ok(failures > 0);
    t.diagnostic(`${failures} failures`);
  });
}

for (const [name, write] of Object.entries(WRITES)) {
  testRefusals(name, write, EVERY_WAY, (after) => after + 1);
}

// A transaction that spills makes a thousand calls, most of them alike.
testRefusals(
  'addMany, larger than the cache',
  (memory) => memory.addMany(large),
  [EVERY_WAY[0], EVERY_WAY[3]],
  (after) => (after < 3 ? after + 1 : after * 2),
);

test('a new store that could not be written can be opened later', async () => {
  for (const [code, failure] of Object.entries(FAILURES)) {
    for (let after = 0; ; ++after) {
      const medium = new BufferHost();
      const host = new WatchedHost(medium);
      host.failAfter(after, failure);
      const opened = await openOnHost(host).catch((error) => {
        assert.equal(error.code, code, `call ${after}: ${error.message}`);
        return null;
      });
      opened?.close();
      const memory = await openOnHost(new BufferHost(medium.files()));
      memory.add(item(1));
      assert.deepEqual(memory.check().findings, [], `call ${after}`);
      memory.close();
      if (host.calls.length <= after) break;
    }
  }
});
