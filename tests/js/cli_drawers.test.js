// `loci show` and `loci rm` with the ids of drawers: what they print, and which of an item and a drawer
// is meant.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { expectCase, inNewFolder, runHere } from '../support/cli.js';

const VALVE = {
  id: 'valve',
  wing: 'Hut',
  room: 'water',
  text: 'The valve sticks.\n\nOil it in May. \n',
  hall: 'repairs',
  sourceFile: 'notes/valve.md',
  chunkIndex: 2,
  authoredAt: '2024-05-04T08:00:00.000Z',
  filedAt: '2024-06-01T00:00:00.000Z',
  metadata: { author: 'Anna' },
};
const PUMP = { id: 'pump', wing: 'Hut', room: 'water', text: 'The pump hums.', filedAt: null };
const KEYED = { ...PUMP, id: 'garden:peas', text: 'A drawer that is named like an item.' };
const NAMED = { ...PUMP, id: 'My notes:1', text: 'A drawer whose id no item can have.' };

/** A store of these in the folder of the test, with the item `valve:pump`. */
async function storeIn(t, drawers = [VALVE, PUMP, KEYED, NAMED]) {
  inNewFolder(t);
  const memory = await openMemory('memory.loci');
  memory.palace.addDrawers(drawers);
  memory.add({ category: 'valve', name: 'pump', content: 'An item.' });
  memory.close();
}

const json = async (...args) => JSON.parse((await runHere([...args, '--json'])).output);

test('show prints a drawer with all that is known of it', async (t) => {
  await storeIn(t);
  await expectCase(runHere, {
    args: ['show', 'valve'],
    output: `Hut / water
   valve · notes/valve.md · chunk 2 · hall repairs
   authored 2024-05-04T08:00:00.000Z · filed 2024-06-01T00:00:00.000Z
   {"author":"Anna"}

   > The valve sticks.
   >
   > Oil it in May.
`,
  });
  const plain = 'Hut / water\n   pump\n\n   > The pump hums.\n';
  await expectCase(runHere, { args: ['show', 'pump'], output: plain });
  await expectCase(runHere, { args: ['show', '--raw', 'valve'], output: `${VALVE.text}\n` });
  const { id, source_file: path, chunk_index: chunk, text } = await json('show', 'valve');
  assert.deepEqual([id, path, chunk, text], ['valve', 'notes/valve.md', 2, VALVE.text]);
});

test('no drawer drives a terminal or makes a line of ours', async (t) => {
  const text = 'x\u001b[2J\u202e\n\nHut / vault';
  await storeIn(t, [{ ...VALVE, text, metadata: { 'a\u2028b': '\u001b[2J' } }]);
  const terminal = { isTTY: true, columns: 60 };
  for (const options of [{}, { terminal, environment: { NO_COLOR: '1' } }]) {
    const { output } = await runHere(['show', 'valve'], options);
    assert.ok(!/[\u001b\u202e\u2028]/.test(output));
    assert.match(output, /\n {3}> Hut \/ vault\n$/);
  }
});

test('an item comes before a drawer of its name', async (t) => {
  await storeIn(t);
  await expectCase(runHere, { args: ['show', 'garden:peas'], output: /named like an item/ });
  await expectCase(runHere, {
    args: ['show', 'My notes:1'],
    output: /whose id no item can have/,
  });
  await runHere(['add', 'garden', 'peas', 'Sow early.']);
  await expectCase(runHere, { args: ['show', '--raw', 'garden:peas'], output: 'Sow early.\n' });
  await expectCase(runHere, { args: ['rm', 'garden:peas'], output: /^removed garden:peas / });
  await expectCase(runHere, {
    args: ['rm', 'garden:peas'],
    output: /^removed the drawer garden:peas /,
  });
});

test('rm deletes drawers, and tells of those that are not there', async (t) => {
  await storeIn(t);
  await expectCase(runHere, { args: ['rm', 'valve', 'pump'], output: /^removed valve:pump / });
  await expectCase(runHere, {
    args: ['rm', 'valve', 'pump', 'none', 'valve:none'],
    status: 1,
    output: /^removed the drawer valve .*\nremoved the drawer pump .*\n$/,
    errors: /^loci: there is no drawer none; .*\nloci: there is no valve:none; /,
  });
  for (const id of ['valve', 'pump']) {
    await expectCase(runHere, { args: ['show', id], status: 1, errors: /there is no drawer / });
  }
  const data = await json('rm', 'My notes:1', 'gone:too');
  assert.deepEqual(data.removed_drawers, ['My notes:1']);
  assert.deepEqual(data.missing, [{ category: 'gone', name: 'too' }]);
});

test('two drawers are two, where their ids make no item', async (t) => {
  await storeIn(t);
  const { removed_drawers: removed, missing_drawers: missing } = await json('rm', 'pump', 'valve');
  assert.deepEqual([removed, missing], [['pump', 'valve'], []]);
  await expectCase(runHere, {
    args: ['rm', 'pump', 'valve', 'none'],
    status: 2,
    errors: /give items, each as category:name, or one as two words, or ids of drawers/,
  });
});
