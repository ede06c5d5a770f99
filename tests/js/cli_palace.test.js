// `loci search`, `wings`, `rooms`, `taxonomy`, `traverse`, `tunnels` and `instructions`: what they print,
// and their exit statuses.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { test } from 'node:test';

import { instructions } from '../../js/instructions.js';
import { openMemory } from 'loci';
import { addGarden, expectCase, inNewFolder, runHere } from '../support/cli.js';

const DATES = { authoredAt: '2024-05-04', filedAt: '2024-06-01' };
const DRAWERS = [
  {
    id: 'valve',
    wing: 'Hut',
    room: 'Water',
    text: 'The valve sticks.\nOil it in May.',
    hall: 'repairs',
    sourceFile: 'notes/valve.md',
    ...DATES,
  },
  { id: 'pump', wing: 'hut', room: 'power', text: 'The pump hums.', ...DATES },
  { id: 'bilge', wing: 'Boat', room: 'water', text: 'The valve of the bilge.', ...DATES },
];

/** A store with these in the folder of the test. */
async function palaceIn(t, drawers = DRAWERS) {
  inNewFolder(t);
  await palaceOf(drawers);
}

async function palaceOf(drawers) {
  const memory = await openMemory('memory.loci');
  memory.palace.addDrawers(drawers);
  memory.close();
}

const json = async (...args) => JSON.parse((await runHere([...args, '--json'])).output);

// ---- Search ----

test('a search prints rank, place, source, cosine and BM25, the text, and what is next', async (t) => {
  await palaceIn(t);
  const { status, output, errors } = await runHere(['search', 'valve', 'oil']);
  assert.deepEqual([status, errors], [0, '']);
  assert.equal(
    output.replace(/\d\.\d{3}/g, 'N'),
    `Hut / Water

1. notes/valve.md · score N · BM25 N · bm25
   valve · hall repairs · authored 2024-05-04
   > The valve sticks.
   > Oil it in May.

Boat / Water

2. no source file · score N · BM25 N · bm25
   bilge · authored 2024-05-04
   > The valve of the bilge.

next:
   drill down: \`loci search QUESTION --wing Hut --room Water\`
   traverse: \`loci traverse Water\`
   tunnels: \`loci tunnels Hut\`
   all there is: \`loci taxonomy\`
`,
  );
});

test('options scope a search', async (t) => {
  await palaceIn(t);
  const idsOf = async (...args) => (await json('search', ...args)).results.map(({ id }) => id);
  assert.deepEqual(await idsOf('valve', '--wing', 'BOAT'), ['bilge']);
  assert.deepEqual(await idsOf('valve', '--room', 'power'), []);
  assert.deepEqual(await idsOf('valve', '--results', '1'), ['bilge']);
  assert.deepEqual(await idsOf('valve', '-n', '0'), []);
  assert.deepEqual(await idsOf('valve', '--since', '2024-07'), []);
  assert.deepEqual((await idsOf('valve', '--since', '2024', '--before', '2025')).length, 2);
});

test('a vector goes with a question', async (t) => {
  await palaceIn(t, [{ ...DRAWERS[0], embedding: [1, 0] }, DRAWERS[1]]);
  fs.writeFileSync('v.json', '[3, 4]');
  const { output } = await runHere(['search', 'valve', '--embedding', 'v.json']);
  assert.match(output, /cosine 0\.600 · BM25 0\.\d{3} · drawer\n/);
  assert.ok(!output.includes('words alone'));
  const byWords = (await runHere(['search', 'valve'])).output;
  assert.match(byWords, /\nFound by words alone: the question has no embedding\.\nnext:\n/);
  fs.rmSync('memory.loci');
  await palaceOf(DRAWERS);
  const none = (await runHere(['search', 'valve', '--embedding', 'v.json'])).output;
  assert.match(none, /\nFound by words alone: no drawer has an embedding\.\n/);
});

test('JSON has the name of a source file beside its path', async (t) => {
  await palaceIn(t);
  const [first] = (await json('search', 'oil')).results;
  assert.deepEqual([first.source_file, first.source_path], ['valve.md', 'notes/valve.md']);
});

test('where nothing is found it is said why, and what there is', async (t) => {
  await palaceIn(t);
  for (const [args, errors] of [
    [['zzz'], /^loci: No drawers: nothing matches\.\n.*loci: all there is: `loci taxonomy`\n$/s],
    [['!!!'], /^loci: No drawers: the question holds no word to search for\.\n/],
    [
      ['valve', '--wing', 'attic'],
      /^loci: No drawers: there is no such wing\.\nloci: Wings: Hut, Boat\.\n/,
    ],
    [['valve', '--wing', 'boat', '--room', 'power'], /no such room\.\n.*loci: Rooms: Water\.\n/s],
    [
      ['valve', '--before', '2020'],
      /nothing matches\.\n.*since and before are of the day of filing/,
    ],
    [['valve', '-n', '0'], 'loci: nothing found: --results 0 asks for none\n'],
  ]) {
    await expectCase(runHere, { args: ['search', ...args], status: 1, errors });
  }
  await expectCase(runHere, {
    args: ['search'],
    status: 2,
    errors: /give the words of a question/,
  });
  const soon = ['search', 'valve', '--since', 'soon'];
  await expectCase(runHere, { args: soon, status: 2, errors: /since/ });
});

test('a store without drawers says how to file some, and how to search items', async (t) => {
  inNewFolder(t);
  const none = /there is no store memory\.loci; `loci mine FOLDER --wing WING` makes one, /;
  for (const args of [['search', 'x'], ['wings'], ['rooms'], ['taxonomy'], ['tunnels']]) {
    await expectCase(runHere, { args, status: 2, errors: none });
  }
  await expectCase(runHere, { args: ['traverse', 'x'], status: 2, errors: none });
  await expectCase(runHere, { args: ['ls'], status: 2, errors: /`loci add` makes one/ });
  await addGarden(runHere);
  const errors =
    'loci: there are no drawers; `loci mine FOLDER --wing WING` files a folder, and `loci retrieve` looks for items\n';
  await expectCase(runHere, { args: ['search', 'valve'], status: 1, errors });
  await expectCase(runHere, {
    args: ['traverse', 'water'],
    status: 1,
    errors: /^loci: there is no room water; there are no drawers; `loci mine /,
  });
  for (const args of [['wings'], ['rooms'], ['taxonomy']]) {
    await expectCase(runHere, { args, status: 1, errors: /^loci: there are no drawers; / });
  }
  await expectCase(runHere, { args: ['tunnels'], status: 1, errors: /^loci: no room stands in/ });
});

test('no stored text drives a terminal or makes a line of ours', async (t) => {
  const text = 'x\u001b[2J\u202e\n\nHut / Vault\n\n1. safe.md';
  await palaceIn(t, [{ ...DRAWERS[0], text, sourceFile: 'a\u001b]0;x\u0007.md' }]);
  const terminal = { isTTY: true, columns: 60 };
  for (const options of [{}, { terminal, environment: { NO_COLOR: '1' } }]) {
    const { output } = await runHere(['search', 'safe'], options);
    assert.ok(!/[\u001b\u0007\u202e]/.test(output));
    assert.ok(output.split('\n').every((line) => !line.startsWith('Hut / Vault')));
    assert.match(output, /\n {3}> Hut \/ Vault\n {3}>\n {3}> 1\. safe\.md\n/);
  }
});

test('a name that a shell would take apart is quoted in what is next', async (t) => {
  await palaceIn(t, [{ ...DRAWERS[0], wing: "Anna's hut", room: 'a $(b)' }]);
  const { output } = await runHere(['search', 'valve']);
  assert.match(output, /--wing 'Anna'\\''s hut' --room 'a \$\(b\)'/);
});

// ---- Structure ----

test('wings, rooms and the taxonomy are counted', async (t) => {
  await palaceIn(t);
  for (const [args, output] of [
    [['wings'], 'Hut: 2 rooms, 2 drawers\nBoat: 1 room, 1 drawer\n'],
    [['rooms'], 'Water: 2 drawers in Boat, Hut\npower: 1 drawer in Hut\n'],
    [['rooms', 'BOAT'], 'Water: 1 drawer; also in Hut\n'],
    [['taxonomy'], 'Hut: 2 drawers\n   Water: 1\n   power: 1\nBoat: 1 drawer\n   Water: 1\n'],
    [
      ['traverse', 'power'],
      /^Here\n {3}power: 1 drawer in Hut\n1 hop\n {3}Water: 2 drawers in Boat, Hut; halls repairs; by Hut\n$/,
    ],
    [['traverse', 'power', '--hops', '0'], 'Here\n   power: 1 drawer in Hut\n'],
    [['tunnels'], 'Water: 2 drawers in Boat, Hut; halls repairs; newest of 2024-05-04\n'],
    [['tunnels', 'hut', 'boat'], /^Water: /],
  ]) {
    await expectCase(runHere, { args, output });
  }
  assert.deepEqual((await json('taxonomy')).taxonomy, {
    Hut: { Water: 1, power: 1 },
    Boat: { Water: 1 },
  });
});

test('what is not there is said, with what there is', async (t) => {
  await palaceIn(t);
  for (const [args, status, errors] of [
    [['rooms', 'attic'], 1, 'loci: There is no such wing. Wings: Hut, Boat.\n'],
    [['traverse', 'wat'], 1, /^loci: .*Water/],
    [
      ['traverse', 'nowhere'],
      1,
      'loci: there is no room nowhere; `loci rooms` lists the 2 rooms\n',
    ],
    [['tunnels', 'attic'], 1, 'loci: There is no such wing. Wings: Hut, Boat.\n'],
    [['tunnels', 'hut', 'attic'], 1, 'loci: There is no such wing. Wings: Hut, Boat.\n'],
    [['traverse', 'water', '--hops', '11'], 2, /maxHops/],
    [['traverse'], 2, /give one room/],
    [['wings', 'x'], 2, /no words are taken here/],
    [['tunnels', 'a', 'b', 'c'], 2, /"c" is too much/],
  ]) {
    await expectCase(runHere, { args, status, errors });
  }
});

// ---- Instructions ----

test('instructions are printed without a store', async (t) => {
  inNewFolder(t);
  const output = instructions('search', 'cli');
  await expectCase(runHere, { args: ['instructions', 'search'], output });
  await expectCase(runHere, { args: ['instructions'], output });
  assert.deepEqual(await json('instructions'), { topic: 'search', text: output });
  const errors = /there are no instructions serch; known: search/;
  await expectCase(runHere, { args: ['instructions', 'serch'], status: 2, errors });
});
