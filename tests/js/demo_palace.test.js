// The drawers that ship with the demo: plain, well-formed, and such that there is something to walk to.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';

import { openMemory } from '../../js/index.js';
import {
  MORE_FILES,
  QUESTIONS,
  WING_FILES,
  fileDemoPalace,
  holdsDemo,
} from '../../demo/page/palace_demo.js';
import {
  countIn,
  newestIn,
  otherWings,
  readPalace,
  tunnelsFrom,
} from '../../demo/page/palace_data.js';

const FOLDER = new URL('../../demo/palace/', import.meta.url);
const load = async (name) => JSON.parse(await readFile(new URL(name, FOLDER), 'utf8'));
const drawers = (await Promise.all(WING_FILES.map(load))).flat();
const [closets, tunnels] = await Promise.all(MORE_FILES.map(load));

/** A memory with the demo's palace. */
async function furnish(t) {
  const memory = await openMemory(':memory:');
  t.after(() => memory.close());
  assert.equal(await fileDemoPalace(memory, load), drawers.length);
  return memory;
}

test('the files are those in the folder', async () => {
  assert.deepEqual([...WING_FILES, ...MORE_FILES].sort(), (await readdir(FOLDER)).sort());
});

test('four wings, a dozen rooms, and three tunnels at least', async (t) => {
  const palace = await readPalace(await furnish(t));
  assert.deepEqual(
    palace.wings.map(({ wing }) => wing),
    ['Boat', 'Garden', 'Choir', 'Kitchen'],
  );
  assert.ok(holdsDemo(palace) && !holdsDemo({ wings: palace.wings.slice(1) }));
  const rooms = new Set(drawers.map(({ room }) => room));
  assert.equal(rooms.size, 12);
  assert.ok(palace.shared.length >= 3);
  assert.equal(palace.tunnels.length, tunnels.length);
  assert.equal(palace.drawers, drawers.length);
});

test('texts are clean, each stands once, and parts of a file follow each other', () => {
  assert.equal(new Set(drawers.map(({ text }) => text)).size, drawers.length);
  for (const { text, authoredAt } of drawers) {
    assert.equal(text, text.trim().normalize('NFC'));
    assert.match(authoredAt, /^20\d\d-\d\d-\d\d$/);
  }
  const files = new Set(drawers.map(({ sourceFile }) => sourceFile).filter(Boolean));
  for (const file of files) {
    const own = drawers.filter(({ sourceFile }) => sourceFile === file);
    const parts = own.map(({ chunkIndex }) => chunkIndex).sort((a, b) => a - b);
    assert.deepEqual(parts, [...parts.keys()], file);
  }
  for (const { wing, room, sourceFile } of closets)
    assert.ok(
      drawers.some(
        (one) => one.wing === wing && one.room === room && one.sourceFile === sourceFile,
      ),
    );
});

test('every question to try is answered', async (t) => {
  const { palace } = await furnish(t);
  for (const query of QUESTIONS) assert.ok(palace.search({ query }).results.length > 0, query);
});

test('what the page reads of a palace', async (t) => {
  const memory = await furnish(t);
  const palace = await readPalace(memory);
  const weather = { wing: 'Boat', room: 'Weather' };
  assert.equal(countIn(palace, {}), 50);
  assert.equal(countIn(palace, { wing: 'Boat' }), 17);
  assert.equal(countIn(palace, weather), 3);
  assert.equal(countIn(palace, { wing: 'Attic' }), undefined);
  assert.equal(countIn(palace, { wing: 'Boat', room: 'Attic' }), undefined);
  assert.deepEqual(otherWings(palace, weather), ['Garden']);
  assert.deepEqual(otherWings(palace, { wing: 'Boat', room: 'Hull' }), []);
  assert.deepEqual(tunnelsFrom(palace, { wing: 'Choir', room: 'Concerts' }), [
    { wing: 'Boat', room: 'Sails', label: 'the old sail gives shade on the jetty' },
  ]);
  const newest = await newestIn(memory, weather, 2, 3);
  assert.deepEqual(
    newest.map(({ chunkIndex }) => chunkIndex),
    [2, 1],
  );
});
