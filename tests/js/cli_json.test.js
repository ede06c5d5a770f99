// `--json`: every answer has the shape that help prints, and is safe to print.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';

import { EVERY_COMMAND } from '../../js/cli/commands.js';
import { snakeCased } from '../../js/cli/json.js';
import { addGarden, addHut, inNewFolder, runHere } from '../support/cli.js';
import { differences } from '../support/json_shapes.js';

test('the check of shapes finds what is missing, unknown or of another type', () => {
  const shape = { a: 'string', 'b?': 'number | null', c: [{ d: 'yes | no' }] };
  assert.deepEqual(differences({ a: '', c: [] }, shape), []);
  assert.deepEqual(differences({ a: '', b: null, c: [{ d: 'no' }] }, shape), []);
  const wrong = { a: 1, b: '', c: [{ d: 'oh' }, { e: 1 }], f: 0 };
  assert.equal(differences(wrong, shape).length, 6);
});

/** For each command the lines that show all of its shape. */
const LINES = {
  add: [['add', 'garden', 'peas', 'Sow \ud800 early.', '--metadata', '{"aB": {"cD": 1}}']],
  retrieve: [
    ['retrieve', 'when', 'water', 'tomatoes'],
    ['retrieve', '--explain', '--budget', '5', 'valve', 'dawn'],
    ['retrieve', '--explain', '--min-confidence', '1', 'valves and pipes'],
    ['retrieve', '!!!'],
    ['retrieve', '--limit', '5000', 'valve'],
  ],
  show: [
    ['show', 'garden:tomatoes'],
    ['show', 'drawer_bef499687ba33643'], // of the boat
  ],
  ls: [['ls'], ['ls', 'attic']],
  grep: [
    ['grep', 'valve'],
    ['grep', 'zzz'],
  ],
  explain: [
    ['explain', 'valve minutes dawn', 'garden:tomatoes'],
    ['explain', 'tomatoes', 'garden:drip line'],
    ['explain', 'zzz', 'garden:drip line'],
  ],
  graph: [['graph'], ['graph', 'garden:tomatoes', '--hops', '2']],
  rm: [['rm', 'garden:peas', 'garden:none']],
  import: [['import', '-', '--category', 'Old Shed']],
  export: [
    ['export', 'out'],
    ['export', 'out.db'],
  ],
  status: [['status']],
  check: [['check']],
  repair: [['repair']],
  'evidence save': [['evidence', 'save', 'A \ud800 leak.', 'The pump leaked.', '--person', 'Bo']],
  'evidence search': [
    ['evidence', 'search', 'water', 'pump', 'shingles'],
    ['evidence', 'search', '!!!'],
  ],
  'evidence read': [['evidence', 'read', 'roof']],
  'evidence show': [['evidence', 'show', 'hut_ch01_e01']],
  'evidence entity': [['evidence', 'entity', 'anna']],
  'evidence rm': [['evidence', 'rm', 'event_4', 'none']],
  evidence: [['evidence', '--interactive']],
  mine: [['mine', 'notes', '--wing', 'Hut']],
  search: [
    ['search', 'valve'],
    ['search', 'valve', '--wing', 'attic'],
    ['search', 'valve', '--wing', 'hut', '--room', 'attic'],
  ],
  wings: [['wings']],
  rooms: [['rooms'], ['rooms', 'attic']],
  taxonomy: [['taxonomy']],
  traverse: [['traverse', 'water']],
  tunnels: [['tunnels'], ['tunnels', 'attic']],
  instructions: [['instructions']],
  mcp: [['mcp']],
};

/** Notes in a room of two wings, one of them filed. */
async function addNotes() {
  for (const wing of ['notes', 'boat']) {
    mkdirSync(`${wing}/water`, { recursive: true });
    writeFileSync(`${wing}/water/valve.md`, `The valve of the ${wing} sticks.`);
  }
  await runHere(['mine', 'boat', '--wing', 'Boat']);
}

const MARKDOWN = '## a\n\nb\n';
const CONVERSATION = 'shingles\nread 1\n!!!\nread 9\nseen\nreset\nhelp\n';
const REQUESTS = ['ping', 'nothing'].map((method, id) =>
  JSON.stringify({ jsonrpc: '2.0', id, method }),
);

/** What is given to commands that answer more than once, each answer a line. */
const TALKS = { '--interactive': CONVERSATION, mcp: `${REQUESTS.join('\n')}\n` };

/** What a line answers, in order. */
async function answersTo(line) {
  const talk = TALKS[line.at(-1)];
  const { output, errors } = await runHere([...line, '--json'], { input: talk ?? MARKDOWN });
  assert.equal(errors, '', line.join(' '));
  const texts = talk ? output.trim().split('\n') : [output];
  return texts.map((text) => JSON.parse(text));
}

test('every answer has the shape that the help of its command prints', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  await addHut(runHere);
  await addNotes();
  for (const { name, shape } of EVERY_COMMAND) {
    for (const line of LINES[name]) {
      for (const answer of await answersTo(line)) {
        assert.deepEqual(differences(answer, shape), [], line.join(' '));
      }
    }
  }
});

/** What is there where vectors are damaged. */
const OF_DAMAGE = ['search.hint'];

test('every field of a shape is in some answer', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  await addHut(runHere);
  await addNotes();
  for (const { name, shape } of EVERY_COMMAND) {
    const answers = [];
    for (const line of LINES[name]) answers.push(...(await answersTo(line)));
    const fields = Object.keys(shape).map((field) => field.replace(/\?$/, ''));
    for (const field of fields) {
      const what = `${name}.${field}`;
      assert.ok(OF_DAMAGE.includes(what) || answers.some((answer) => field in answer), what);
    }
  }
});

test('names are in snake_case, but for what is its owner’s', () => {
  const value = {
    sourceConv: 'aB',
    metadata: { aB: [{ cD: 1 }] },
    taxonomy: { myWing: { aRoom: 1 } },
    list: [{ bm25Score: null }],
  };
  assert.deepEqual(snakeCased(value), {
    source_conv: 'aB',
    metadata: { aB: [{ cD: 1 }] },
    taxonomy: { myWing: { aRoom: 1 } },
    list: [{ bm25_score: null }],
  });
});

test('an answer without a hit is an answer, with exit status 1 and nothing on stderr', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  const { status, output, errors } = await runHere(['retrieve', 'zzz', '--json']);
  assert.deepEqual([status, errors], [1, '']);
  assert.deepEqual(JSON.parse(output).items, []);
});

test('with --json an error is JSON as well, on stderr', async (t) => {
  inNewFolder(t);
  const wrong = {
    usage: ['ls', '--limit', 'x'],
    no_store: ['ls'],
    invalid_argument: ['add', 'A', 'b', 'c'],
    file_error: ['import', 'absent'],
  };
  for (const [code, line] of Object.entries(wrong)) {
    const { status, output, errors } = await runHere([...line, '--json']);
    assert.deepEqual([status, output], [2, ''], code);
    const { error } = JSON.parse(errors);
    assert.equal(error.code, code);
    assert.ok(error.message.length > 10);
  }
  const asText = await runHere(['ls', '--', '--json']);
  assert.match(asText.errors, /^loci: /);
});

test('no character of a store acts on a terminal, and JSON gives it back all the same', async (t) => {
  inNewFolder(t);
  const evil = 'a\u001b]0;x\u0007\u009b\u202e\u2028b';
  await runHere(['add', 'a', 'evil', evil, '--metadata', JSON.stringify({ evil })]);
  const { output } = await runHere(['show', 'a:evil', '--json']);
  assert.match(output, /^[\x20-\x7e\n]*$/);
  const { content, metadata } = JSON.parse(output);
  assert.deepEqual([content, metadata], [evil, { evil }]);
});
