// Bits that turned in a closed store: found, never told as truth, and what is sound can be saved.

import assert from 'node:assert/strict';
import test from 'node:test';

import { openMemory } from '../../../js/index.js';
import { BufferHost } from '../../support/buffer_host.js';
import {
  PAGE_SIZE,
  hasItsChecksum,
  pageCount,
  pageOf,
  withFlippedBit,
} from '../../support/database_pages.js';
import { filesOf, openOnHost } from '../../support/open_on_host.js';
import { makeRandom } from '../../support/random.js';
import { allItems } from '../../support/store_operations.js';

const ITEMS = 160;
const marker = (i) => `item${String(i).padStart(3, '0')}`;

/** Items long and short, so that there are overflow pages; some are gone, so that there are free ones. */
function fill(memory) {
  const items = Array.from({ length: ITEMS + 20 }, (_, i) => ({
    category: i % 2 === 0 ? 'even' : 'odd',
    name: marker(i),
    content: `${marker(i)} `.repeat(i % 10 === 0 ? 1100 : 20 + (i % 50)).trim(),
  }));
  memory.addMany(items);
  for (let i = ITEMS; i < ITEMS + 20; ++i) memory.remove(i % 2 === 0 ? 'even' : 'odd', marker(i));
}

const questions = {
  items: allItems,
  journal: (memory) => memory.journal({ limit: 1000 }).entries,
  categories: (memory) => memory.categories(),
  retrieve: (memory) => memory.retrieve(`${marker(7)} ${marker(100)}`),
  get: (memory) => [memory.get('even', marker(10)), memory.get('odd', marker(11))],
  revision: (memory) => memory.revision(),
};

const { database } = await filesOf(fill);
const truth = await ask(await openOnHost(new BufferHost({ database })));

function ask(memory) {
  const answers = {};
  for (const [name, question] of Object.entries(questions)) {
    try {
      answers[name] = question(memory);
    } catch (error) {
      if (error.code !== 'store_damaged') throw error;
      answers[name] = 'store_damaged';
    }
  }
  memory.close();
  return answers;
}

/** Names of the items that hold bytes in this page, going by what stands in it. */
function namesIn(number) {
  const text = Buffer.from(pageOf(database, number)).toString('latin1');
  return new Set(text.match(/item\d{3}/g) ?? []);
}

/** All pages, with three offsets each that differ from page to page; of the first page many more. */
function* damagedPlaces() {
  const random = makeRandom(45);
  const places = [0, 1, 3, 5, 7, 8, 12, 100, 2000, 4000, 4087, 4088, 4092, 4095];
  for (let number = 1; number <= pageCount(database); ++number) {
    for (let i = 0; i < 2; ++i) yield { number, at: places[(number * 3 + i * 5) % places.length] };
    yield { number, at: random(PAGE_SIZE) };
  }
  for (let at = 0; at < 112; at += 3) yield { number: 1, at };
}

test('the engine and the tests agree on the checksum of every page', () => {
  assert.ok(pageCount(database) > 60);
  for (let number = 1; number <= pageCount(database); ++number) {
    assert.ok(hasItsChecksum(pageOf(database, number)), `page ${number}`);
  }
});

test('a turned bit is found by opening or check(), and no answer is wrong', async (t) => {
  const random = makeRandom(4);
  const seen = { gated: 0, checked: 0 };
  for (const { number, at } of damagedPlaces()) {
    const where = `page ${number}, byte ${at}`;
    const files = { database: withFlippedBit(database, (number - 1) * PAGE_SIZE + at, random(8)) };
    const memory = await openOnHost(new BufferHost(files));
    const { ok, findings } = memory.check();
    assert.equal(ok, false, where);
    assert.match(findings[0], new RegExp(`^page ${number} `), where);
    seen[memory.status().damaged ? 'gated' : 'checked']++;
    for (const [name, answer] of Object.entries(ask(memory))) {
      if (answer !== 'store_damaged') assert.deepEqual(answer, truth[name], `${where}: ${name}`);
    }
  }
  t.diagnostic(JSON.stringify(seen));
  for (const [how, count] of Object.entries(seen)) assert.ok(count > 0, how);
});

test('what a damaged page does not hold can be saved', async () => {
  const whole = new Set(truth.items.map((item) => item.name));
  let withLoss = 0;
  for (let number = 1; number <= pageCount(database); ++number) {
    const damaged = withFlippedBit(database, (number - 1) * PAGE_SIZE + 200, 3);
    const memory = await openOnHost(new BufferHost({ database: damaged }));
    const saved = await openMemory(':memory:');
    assert.deepEqual(saved.importMarkdown(memory.exportMarkdown()).problems, []);
    const contents = new Map(allItems(saved).map((item) => [item.name, item.content]));
    for (const { name, content } of truth.items) {
      if (contents.has(name)) assert.equal(contents.get(name), content);
    }
    const lost = [...whole].filter((name) => !contents.has(name));
    const touched = namesIn(number);
    for (const name of lost) assert.ok(touched.has(name), `page ${number} loses ${name}`);
    withLoss += lost.length > 0;
    const image = memory.exportBytes();
    assert.equal(image.length, database.length);
    assert.equal(hasItsChecksum(pageOf(image, number)), false, 'damage is not made to look sound');
    saved.close();
    memory.close();
  }
  assert.ok(withLoss > 10);
});
