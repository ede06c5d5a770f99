// Cases of the group "Store", as JavaScript sees them: damage is found, imports are whole or
// nothing, and what was removed is gone.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { BufferHost } from '../../support/buffer_host.js';
import { withPage } from '../../support/database_pages.js';
import { assertFails, errorOf } from '../../support/errors.js';
import { namesOf } from '../../support/memories.js';
import { filesOf, openOnHost } from '../../support/open_on_host.js';
import { makeRandom } from '../../support/random.js';

const PAGE = 4096;
const open = (location = ':memory:') => openMemory(location, { clock: () => 0 });
const many = (count, content = (i) => `river ${i} `.repeat(60)) =>
  Array.from({ length: count }, (_, i) => ({
    category: `c${i % 3}`,
    name: `n${i}`,
    content: content(i),
    owner: i % 2 ? 'Ada' : null,
    metadata: { i },
    sequence: { id: 's', position: i },
  }));
const contentOf = (memory) =>
  JSON.stringify([
    memory.items({ limit: 1000 }),
    memory.journal({ limit: 1000 }),
    memory.revision(),
  ]);

const DAMAGE = ['store_damaged', 'unsupported_format'];

/** A memory with one item, what it holds, and the bytes of another one to import into it. */
async function memoryAndBytesOfAnother() {
  const source = await open();
  source.addMany(many(30));
  const memory = await open();
  memory.add({ category: 'a', name: 'kept', content: 'stone' });
  return { source, bytes: source.exportBytes(), memory, before: contentOf(memory) };
}

test('case 45: every flipped bit of exported bytes is found, and changes nothing', async () => {
  const { source, bytes, memory, before } = await memoryAndBytesOfAnother();
  const random = makeRandom(45);
  const offsets = [
    ...Array(100).keys(),
    ...Array.from({ length: 300 }, () => random(bytes.length)),
  ];
  for (const at of offsets) {
    const damaged = bytes.slice();
    damaged[at] ^= 1 << random(8);
    const { code } = errorOf(() => memory.importBytes(damaged));
    assert.ok(DAMAGE.includes(code), `${code} at ${at}`);
  }
  assert.equal(contentOf(memory), before);
  assert.deepEqual([memory.status().damaged, namesOf(memory, 'stone')], [false, ['kept']]);
  memory.importBytes(bytes);
  assert.equal(contentOf(memory), contentOf(source));
});

test('case 45: a store with a damaged text answers only what saves it', async () => {
  const { database } = await filesOf((memory) => {
    memory.addMany(many(40));
    memory.add({ category: 'z', name: 'long', content: 'cloud '.repeat(30_000) });
  });
  database[database.length - 5 * PAGE] ^= 1;
  const memory = await openOnHost(new BufferHost({ database }));
  const { damaged, warnings } = memory.status();
  assert.deepEqual([damaged, warnings[0].code], [true, 'store_damaged']);
  for (const call of [
    () => memory.add(many(1)[0]),
    () => memory.addMany([]),
    () => memory.get('c0', 'n0'),
    () => memory.items(),
    () => memory.retrieve('river'),
    () => memory.importMarkdown([]),
    () => memory.importBytes(database),
    () => memory.compact(),
    () => memory.rebuild(),
  ]) {
    assertFails(call, 'store_damaged', 'run repair', 'exportBytes gives the damaged file as it is');
  }
  assert.ok(memory.check().findings.length > 0);
  assert.ok(memory.exportBytes().length >= database.length);
  const copy = await open();
  copy.importMarkdown(memory.exportMarkdown());
  assert.equal(copy.status().items, 40);
  memory.close();
});

test('case 45: a format from the future, another database, and no database', async () => {
  const { database } = await filesOf((memory) => memory.addMany(many(3)));
  for (const bytes of [
    new Uint8Array(0),
    new Uint8Array(PAGE),
    new Uint8Array(3 * PAGE).fill(9),
    new TextEncoder().encode('# notes\n'),
  ]) {
    await assert.rejects(openMemory({ bytes }), { code: 'unsupported_format' });
  }
  const future = withPage(database, 1, (page) => {
    page[63] = 99; // user_version
  });
  for (const opening of [
    () => openMemory({ bytes: future }),
    () => openOnHost(new BufferHost({ database: future })),
  ]) {
    await assert.rejects(opening, { code: 'unsupported_format' });
  }
  const hit = database.slice();
  hit[63] = 99; // which its checksum tells from the former
  await assert.rejects(openMemory({ bytes: hit }), { code: 'store_damaged' });
  const memory = await openOnHost(new BufferHost({ database: hit }));
  assert.equal(memory.status().damaged, true);
  memory.close();
});

test('case 46: what was removed or replaced is gone from every path at once', async () => {
  const memory = await open();
  memory.add({ category: 'a', name: 'A', content: 'alpha river' });
  memory.add({ category: 'a', name: 'B', content: 'beta river' });
  memory.remove('a', 'A');
  assert.deepEqual(namesOf(memory, 'alpha', { limit: 1 }), []);
  memory.add({ category: 'a', name: 'B', content: 'gamma river' });
  assert.deepEqual(namesOf(memory, 'beta'), []);
  assert.deepEqual(namesOf(memory, 'gamma'), ['B']);
  const never = await open();
  never.add({ category: 'a', name: 'B', content: 'gamma river' });
  const answer = (m) => JSON.stringify(m.retrieve('gamma alpha river', { explain: true }).items);
  assert.equal(answer(memory), answer(never));
  assert.equal(memory.status().terms, never.status().terms);
  assert.doesNotMatch(JSON.stringify([memory.exportMarkdown(), memory.items()]), /alpha|beta/);
});

test('case 47: export, import elsewhere, export: the same content, the same bytes', async () => {
  const memory = await open();
  memory.addMany(many(200));
  for (let i = 0; i < 200; i += 7) memory.remove(`c${i % 3}`, `n${i}`);
  const first = await open({ bytes: memory.exportBytes() });
  assert.equal(contentOf(first), contentOf(memory));
  const second = await open({ bytes: first.exportBytes() });
  assert.equal(contentOf(second), contentOf(memory));
  assert.deepEqual(second.exportMarkdown(), memory.exportMarkdown());
  assert.equal(
    JSON.stringify(second.retrieve('river 5')),
    JSON.stringify(memory.retrieve('river 5')),
  );
  second.add({ category: 'a', name: 'more', content: 'x' });
  assert.equal(second.revision(), memory.revision() + 1);
});

test('case 47: bytes go between a file in use and memory, both ways', async () => {
  const host = new BufferHost();
  const durable = await openOnHost(host, { clock: () => 0 });
  durable.addMany(many(50));
  const inMemory = await open({ bytes: durable.exportBytes() });
  assert.equal(contentOf(inMemory), contentOf(durable));
  inMemory.add({ category: 'a', name: 'more', content: 'x' });
  durable.importBytes(inMemory.exportBytes());
  assert.equal(contentOf(durable), contentOf(inMemory));
  durable.close();
  const again = await openOnHost(new BufferHost(host.files()), { clock: () => 0 });
  assert.equal(contentOf(again), contentOf(inMemory));
  again.close();
});

test('case 47: a read-only store is exported with the log beside it', async () => {
  const files = await filesOf((memory) => memory.addMany(many(50)), { killed: true });
  assert.ok(files.log.length > 0);
  const memory = await openOnHost(new BufferHost(files), { readOnly: true });
  const copy = await open({ bytes: memory.exportBytes() });
  assert.equal(contentOf(copy), contentOf(memory));
  assert.equal(copy.status().items, 50);
  memory.close();
});

test('case 47: bytes cut anywhere change nothing', async () => {
  const { bytes, memory, before } = await memoryAndBytesOfAnother();
  const random = makeRandom(47);
  const sizes = [
    0,
    1,
    15,
    16,
    99,
    100,
    511,
    512,
    PAGE - 1,
    PAGE,
    PAGE + 1,
    bytes.length - PAGE,
    bytes.length - 1,
  ];
  for (let i = 0; i < 100; i++) sizes.push(random(bytes.length));
  for (const size of sizes) {
    const { code } = errorOf(() => memory.importBytes(bytes.subarray(0, size)));
    assert.ok(DAMAGE.includes(code), `${code} at ${size}`);
  }
  assert.equal(contentOf(memory), before);
  assert.deepEqual(namesOf(memory, 'stone'), ['kept']);
});

test('case 47: an import of files that fails midway changes nothing', async () => {
  const memory = await open();
  memory.add({ category: 'a', name: 'kept', content: 'stone' });
  const before = contentOf(memory);
  const files = Array.from({ length: 5 }, (_, i) => ({
    path: `f${i}.md`,
    text: `## kept\n\nlost ${i}\n\n## n${i}\n\nriver`,
  }));
  for (let cut = 0; cut <= files.length; cut++) {
    const broken = function* () {
      yield* files.slice(0, cut);
      throw new RangeError('mine');
    };
    assert.throws(() => memory.importMarkdown(broken()), RangeError);
    const bad = [...files.slice(0, cut), { path: 'x.md' }];
    assertFails(() => memory.importMarkdown(bad), 'invalid_argument', `files[${cut}]`);
    const onProgress = ({ done }) => {
      if (done === cut) throw new RangeError('mine');
    };
    if (cut > 0) assert.throws(() => memory.importMarkdown(files, { onProgress }), RangeError);
    assert.equal(contentOf(memory), before);
    assert.deepEqual(namesOf(memory, 'stone river'), ['kept']);
  }
  assert.equal(memory.importMarkdown(files).added, 10);
});

test('case 48: adding and removing leaves a stored file flat after compact', async () => {
  const host = new BufferHost();
  const memory = await openOnHost(host);
  const round = () => {
    memory.addMany(many(300));
    for (const { category, name } of many(300)) memory.remove(category, name);
    memory.compact({ keepJournal: 0 });
    const { storeBytes, indexBytes } = memory.status();
    return [storeBytes, indexBytes, host.files().log.length];
  };
  round();
  const early = round();
  for (let i = 0; i < 8; i++) assert.deepEqual(round(), early);
  memory.close();
});
