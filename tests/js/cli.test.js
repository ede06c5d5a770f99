// The commands of `loci`: what they print, and their exit status.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { test } from 'node:test';

import { addGarden, expectCase, inNewFolder, newCli, runHere } from '../support/cli.js';

/** Command lines and what they must do (expectCase). */
const READING = [
  {
    args: ['retrieve', 'when', 'do', 'I', 'water', 'tomatoes'],
    output:
      /^1\. garden:tomatoes {2}\d\.\d{3} {2}tomatoes water\n {3}Water at dawn, see \[\[garden:drip line]]\.\n\n2\. garden:drip line {2}linked by tomatoes\n {3}Runs for 20 minutes, valve 2\.\n\n2 items, \d+ tokens, no budget\nconfidence [01]\.\d\d\n$/,
  },
  {
    args: ['retrieve', 'tomatoes', '--no-links'],
    output: /\n1 item, \d+ tokens, no budget\nconfidence [01]\.\d\d\n$/,
  },
  {
    args: ['retrieve', 'tomatoes', 'on', 'mars', '--no-links', '--min-confidence', '1'],
    output:
      /^No memory covers this surely \(confidence 0\.\d\d\); the nearest:\n\n1\. garden:tomatoes [^]*\n1 item, \d+ tokens, no budget\n$/,
  },
  {
    args: ['retrieve', 'tomatoes', '--min-confidence', '0', '--context', 'off'],
    output: /^1\. garden:tomatoes [^]*\nconfidence [01]\.\d\d\n$/,
  },
  {
    args: ['retrieve', 'submarine', '--min-confidence', '1'],
    status: 1,
    errors: /^loci: nothing found: no item shares a word/,
  },
  {
    args: ['retrieve', '--budget=8', 'tomatoes'],
    output: /\n1 item, 8 of 8 tokens; left out: garden:drip line\nconfidence \d\.\d\d\n$/,
  },
  {
    args: ['retrieve', '--budget', '1', 'tomatoes'],
    output:
      /\n1 item, 8 of 1 token: the first is always kept; left out: garden:drip line\nconfidence \d\.\d\d\n$/,
  },
  {
    args: ['retrieve', '-n', '0', 'tomatoes'],
    status: 1,
    errors: 'loci: nothing found: --limit 0 asks for no hits\n',
  },
  {
    args: ['retrieve', '--category', 'Garden', 'valve'],
    status: 1,
    errors: 'loci: there is no category Garden; did you mean garden?\n',
  },
  {
    args: ['retrieve', '--category', 'garden', '--category', 'attic', 'valve'],
    output: /^1\. garden:drip line/,
    errors: 'loci: there is no category attic; `loci status` lists those that are there\n',
  },
  { args: ['retrieve', '--since', '2024', '--before', '2025', 'valve'], output: /^1\. garden/ },
  { args: ['retrieve', '--since', '2024-06', 'valve'], status: 1, errors: /nothing found/ },
  { args: ['retrieve', '--since', '2025', 'valve'], status: 1, errors: /nothing found/ },
  {
    args: ['retrieve', '京都'],
    output: /\nconfidence \d\.\d\d\nlinks to nothing yet: \[\[travel:宿]]\n$/,
  },
  {
    args: ['retrieve', '--category', 'garden', '--category', 'travel', '桜'],
    output: /^1\. travel:京都/,
  },
  { args: ['retrieve', '--since', '2024-05-05', 'valve'], output: /^1\. garden:drip line/ },
  {
    args: ['retrieve', '--before', '2024-05-05', 'valve'],
    status: 1,
    errors:
      'loci: nothing found: no item of those that the options let through shares a word with the query; `loci grep` finds parts of words\n',
  },
  { args: ['retrieve', '--fusion', 'rrf', '--fusion-weight', '1', 'valve'], output: /^1\. garden/ },
  {
    args: ['retrieve', '!!!'],
    status: 1,
    errors: 'loci: the query holds no word to search for\n',
  },
  { args: ['retrieve', '--', '--limit', 'valve'], output: /^1\. garden:drip line/ },

  {
    args: ['show', 'garden', 'tomatoes'],
    output: 'garden:tomatoes\n  2024-05-04\n\n  Water at dawn, see [[garden:drip line]].\n',
  },
  { args: ['show', 'garden:drip', 'line'], output: /^garden:drip line\n/ },
  { args: ['show', 'garden', 'drip', ' line'], output: /^garden:drip line\n/ },
  { args: ['show', 'travel:京都'], output: /^travel:京都\n {2}2024-03-01, by 花\n/ },
  { args: ['show', '--raw', 'garden:drip line'], output: 'Runs for 20 minutes, valve 2.\n' },
  {
    args: ['show', 'garden:tomatos'],
    status: 1,
    errors: 'loci: there is no garden:tomatos; did you mean garden:tomatoes?\n',
  },
  {
    args: ['show', 'nowhere:x'],
    status: 1,
    errors: 'loci: there is no nowhere:x; `loci ls` lists what is there\n',
  },
  {
    args: ['show', 'nonsense'],
    status: 1,
    errors:
      'loci: there is no drawer nonsense; an item is named as category:name or as two words\n',
  },
  { args: ['show', 'garden:'], status: 1, errors: /there is no drawer garden:;/ },

  { args: ['ls'], output: 'garden:tomatoes\ngarden:drip line\ntravel:京都\n' },
  { args: ['ls', 'travel'], output: 'travel:京都\n' },
  { args: ['ls', '--offset', '1', '--limit', '1'], output: 'garden:drip line\n' },
  { args: ['ls', '--limit', '0'], status: 1, errors: 'loci: no items here\n' },
  { args: ['ls', 'attic'], status: 1, errors: /there is no category attic; `loci status` / },
  { args: ['ls', 'travel', '--offset', '1'], status: 1, errors: 'loci: no items in travel\n' },

  { args: ['grep', 'valve'], output: 'garden:drip line:1:Runs for 20 minutes, valve 2.\n' },
  { args: ['grep', 'VALVE'], status: 1 },
  { args: ['grep', '-i', 'VALVE'], output: /^garden:drip line:1:/ },
  { args: ['grep', '/VALVE \\d/i'], output: /^garden:drip line:1:/ },
  { args: ['grep', '/四.の/'], output: /^travel:京都:1:/ },
  { args: ['grep', '.', 'travel'], status: 1 },
  { args: ['grep', '/./', 'travel'], output: /^travel:京都:1:[^\n]+\n$/ },
  { args: ['grep', '--fixed', '/./'], status: 1 },
  {
    args: ['grep', 'valve', 'gardn'],
    status: 1,
    errors: 'loci: there is no category gardn; did you mean garden?\n',
  },

  {
    args: ['explain', 'water', 'the', 'tomatoes', 'garden:tomatoes'],
    output:
      /^garden:tomatoes is number 1 of 1 hit for “water the tomatoes”\n[^]* {2}together +\d\.\d+\n\nnot in it: the\n$/,
  },
  {
    args: ['explain', 'valve minutes dawn', 'garden', 'tomatoes'],
    output: /\nbehind garden:drip line by \d/,
  },
  {
    args: ['explain', 'tomatoes', 'garden:drip line'],
    status: 1,
    output:
      'garden:drip line shares no word with “tomatoes”; garden:tomatoes, a hit, links to it\nnot in it: tomatoes\n',
  },
  {
    args: ['explain', '--category', 'gardens', 'dawn', 'garden:tomatoes'],
    status: 1,
    output: /^garden:tomatoes shares no word/,
    errors: 'loci: there is no category gardens; did you mean garden?\n',
  },
  { args: ['explain', 'tomatoes', 'garden:peas'], status: 1, errors: /there is no garden:peas/ },

  {
    args: ['graph'],
    output: [
      'graph LR',
      '  n0["garden:tomatoes"]',
      '  n1["garden:drip line"]',
      '  n2["travel:京都"]',
      '  n3(["travel:宿"])',
      '  n0 --> n1',
      '  n2 -.-> n3',
      '',
    ].join('\n'),
  },
  {
    args: ['graph', 'garden', 'drip', 'line'],
    output: 'graph LR\n  n0["garden:tomatoes"]\n  n1["garden:drip line"]\n  n0 --> n1\n',
  },
  { args: ['graph', 'garden:tomatoes', '--hops', '0'], status: 1, errors: /no links/ },
  { args: ['graph', 'garden:peas'], status: 1, errors: /there is no garden:peas/ },
  { args: ['graph', '--format', 'json', 'garden:tomatoes'], output: /^\{\n {2}"nodes": \[/ },

  {
    args: ['status'],
    output:
      /^store {5}memory\.loci\nitems {5}3 \(garden 2, travel 1\)\n[^]*\nvectors {3}none\nformat {4}\d, profile default\n$/,
  },
  { args: ['check'], output: 'sound: 3 items, all of it read\n' },
  { args: ['--version'], output: /^\d+\.\d+\.\d+\n$/ },
  { args: ['-V', 'ls'], output: /^\d+\.\d+\.\d+\n$/ },
];

test('reading commands print what they are asked for, and leave the store as it is', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  const before = fs.readFileSync('memory.loci');
  for (const each of READING) await expectCase(runHere, each);
  assert.ok(before.equals(fs.readFileSync('memory.loci')));
  assert.deepEqual(fs.readdirSync('.'), ['memory.loci']);
});

/** Command lines that are no good, and the sentence about each. */
const WRONG = [
  [['frobnicate'], /^loci: there is no command frobnicate \(`loci help` tells more\)\n$/],
  [['retreive', 'x'], /there is no command retreive; did you mean retrieve\?/],
  [['find', 'x'], /there is no command find; did you mean retrieve\?/],
  [['help', 'nope'], /there is no command nope/],
  [['--limit', '3', 'ls'], /--limit is no option here; those of a command stand behind it/],
  [['ls', '--limt', '3'], /there is no option --limt; did you mean --limit\? \(`loci help ls`/],
  [['retrieve', '-5'], /there is no option -5; behind -- all words are taken as they are/],
  [['ls', '--limit'], /--limit needs a value, N/],
  [['ls', '--limit', '-5'], /--limit needs a value; if -5 is meant, write --limit=-5/],
  [['ls', '--limit=-5'], /--limit takes a whole number from 0 up, not "-5"/],
  [['ls', '--limit', '1.5'], /--limit takes a whole number from 0 up, not "1.5"/],
  [['ls', '--limit', '1e99'], /--limit takes a whole number/],
  [['ls', '--limit='], /--limit takes a whole number from 0 up, not ""/],
  [['ls', '--json=yes'], /--json takes no value/],
  [['ls', 'one', 'two'], /"two" is too much; give one category or none/],
  [['status', 'x'], /"x" is too much; no words are taken here/],
  [['retrieve'], /give the words of a question/],
  [['retrieve', '--fusion', 'max', 'x'], /--fusion takes minmax or rrf, not "max"/],
  [
    ['retrieve', '--fusion-weight', '2', 'x'],
    /--fusion-weight takes a number from 0 to 1, not "2"/,
  ],
  [
    ['retrieve', '--min-confidence', '1.1', 'x'],
    /--min-confidence takes a number from 0 to 1, not "1\.1"/,
  ],
  [['retrieve', '--context', 'on', 'x'], /--context takes auto or off, not "on"/],
  [['retrieve', '--since', 'soon', 'x'], /since: not an ISO 8601 date/],
  [['retrieve', '--embedding', 'absent', 'x'], /cannot read absent: there is no such file/],
  [['show'], /give an item, as category:name or as two words/],
  [['grep', ''], /give a text or a \/pattern\//],
  [['grep', '/(/'], /Unterminated group; --fixed takes it as text/],
  [['grep', '/x/q'], /the flags q are none of i, m, s and v/],
  [['explain', 'garden:tomatoes'], /give the words of a question, then one item/],
  [['graph', 'x'], /give an item, as category:name/],
  [['graph', '--format', 'svg'], /--format takes mermaid or json, not "svg"/],
  [['rm'], /give items, each as category:name/],
  [['rm', 'garden', 'drip', 'line'], /give items, each as category:name, or one as two words/],
  [['add', 'garden'], /give a category, a name and the text/],
  [['add', 'garden', 'x'], /give a category, a name and the text/],
  [['add', 'garden', 'x', 'text', 'more'], /"more" is too much/],
  [['add', 'garden', 'x', 'text', '--file', 'f'], /give the text or --file FILE, not both/],
  [['add', 'garden', 'x', '--file', 'absent'], /cannot read absent: there is no such file/],
  [['add', 'garden', 'x', '--file', '.'], /cannot read \.: it is a folder/],
  [['add', 'Garden Shed', 'x', 'text'], /category must be made of a-z, 0-9, _ and -/],
  [['add', 'garden', 'x:y', 'text'], /name: must hold none of \[ ] : \| #/],
  [['add', 'garden', 'x', 'text', '--ts', 'soon'], /ts: not an ISO 8601 date/],
  [['add', 'garden', 'x', 'text', '--metadata', '[1]'], /--metadata takes a JSON object/],
  [['add', 'garden', 'x', 'text', '--metadata', '{'], /--metadata is no JSON: /],
  [['add', 'garden', 'x', 'text', '--sequence', 'trip'], /--sequence takes ID:POSITION/],
  [['import'], /give a folder of Markdown, Markdown files, an SQLite file, or - for stdin/],
  [['import', 'absent'], /cannot read absent: there is no such file/],
  [['import', 'letter.txt'], /letter\.txt is no Markdown \(\.md\), and no SQLite file/],
  [['import', '-'], /stdin holds no SQLite file; with --category NAME it is Markdown/],
  [['export'], /give a folder for Markdown, a FILE\.db for SQLite/],
  [['export', 'memory.loci'], /memory\.loci is the store itself/],
  [
    ['export', 'letter.txt'],
    /letter\.txt is neither: a FILE\.db becomes SQLite, a folder Markdown; --format says/,
  ],
  [['export', 'letter.txt', '--format', 'markdown'], /cannot make the folder letter\.txt: /],
  [['export', '-', '--format', 'markdown'], /Markdown is several files/],
  [['--store', '', 'ls'], /--store takes the name of a file/],
  [['--store', ':memory:', 'ls'], /the store must be the path of a file, and not :memory:/],
  [['--store', 'opfs:x', 'ls'], /the store must be the path of a file/],
  [['--store', '.', 'add', 'a', 'b', 'c'], /is not a file/],
  [['--store', 'letter.txt', 'ls'], /letter\.txt: this is no Loci store/],
  [['--store', 'no/where', 'add', 'a', 'b', 'c'], /there is no folder .*no; make it first/],
];

test('what is wrong is one sentence on stderr and exit status 2, and changes nothing', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  fs.writeFileSync('letter.txt', 'Dear store,\n'.repeat(100));
  const before = fs.readFileSync('memory.loci');
  for (const [args, errors] of WRONG) {
    const ended = await runHere(args);
    const what = `loci ${args.join(' ')}`;
    assert.match(ended.errors, errors, what);
    assert.match(ended.errors, /^loci: [^\n]+\n$/, what);
    assert.equal(ended.output, '', what);
    assert.equal(ended.status, 2, what);
  }
  assert.ok(before.equals(fs.readFileSync('memory.loci')));
  assert.deepEqual(fs.readdirSync('.').sort(), ['letter.txt', 'memory.loci']);
});

test('of what the budget left out the first are named, and the others counted', async (t) => {
  inNewFolder(t);
  for (let i = 0; i < 8; i++) await runHere(['add', 'log', `n${i}`, `word ${'x '.repeat(i)}`]);
  const { output } = await runHere(['retrieve', 'word', '--budget', '1']);
  assert.match(output, /left out: log:n1, log:n2, log:n3, log:n4, log:n5 and 2 more\nconfidence /);
});

test('add keeps every field, and replaces the item of the same name', async (t) => {
  const { loci, path } = newCli(t);
  fs.writeFileSync(path('vector.json'), '[1, 0, 0.5]');
  fs.writeFileSync(path('text'), 'First line.\n\tSecond line.\n');
  const fields = ['--owner', 'me', '--source-conv', 'c-1', '--ts', '2024-02-29T18:30:00Z'];
  const more = ['--metadata', '{"b": [1], "aB": null}', '--sequence', 'a:b:7'];
  const vector = ['--embedding', 'vector.json', '--model', 'tiny-1'];
  const added = await loci(['add', 'log', 'a', '--file', 'text', ...fields, ...more, ...vector]);
  assert.equal(added.output, 'added log:a (revision 1)\n');
  const shown = await loci(['--json', 'show', 'log:a']);
  assert.deepEqual(JSON.parse(shown.output), {
    category: 'log',
    name: 'a',
    content: 'First line.\n\tSecond line.',
    owner: 'me',
    source_conv: 'c-1',
    ts: '2024-02-29T18:30:00Z',
    metadata: { aB: null, b: [1] },
    sequence: { id: 'a:b', position: 7 },
  });
  const page = await loci(['show', 'log:a']);
  assert.match(page.output, /\n {2}2024-02-29T18:30:00Z, by me, from c-1, number 7 of a:b\n/);
  const asked = await loci([
    'retrieve',
    'nothing alike',
    '--explain',
    '--embedding',
    'vector.json',
  ]);
  assert.match(
    asked.output,
    /score (0\.\d{3}) = words 0\.000 \(BM25 –\) \+ embedding \1 \(cosine 1/,
  );
  const other = ['--embedding', 'vector.json', '--model', 'other'];
  const unlike = await loci(['retrieve', 'line', ...other]);
  assert.match(unlike.errors, /the embedding took no part: model_mismatch\n/);
  const again = await loci(['add', 'log', ' a ', '']);
  assert.equal(again.output, 'updated log:a (revision 2)\n');
});

test('rm removes what is there, and tells of what is not', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  await expectCase(runHere, {
    args: ['rm', 'garden:drip lane', 'travel:京都'],
    status: 1,
    output: 'removed travel:京都 (revision 4)\n',
    errors: 'loci: there is no garden:drip lane; did you mean garden:drip line?\n',
  });
  await expectCase(runHere, {
    args: ['rm', 'garden', 'tomatoes'],
    output: /^removed garden:tomatoes/,
  });
  await expectCase(runHere, { args: ['ls'], output: 'garden:drip line\n' });
});

test('an SQLite file replaces a store that holds items only where that is said', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  await runHere(['export', 'copy.db']);
  await runHere(['rm', 'garden:tomatoes', 'garden:drip line']);
  await expectCase(runHere, {
    args: ['import', 'copy.db'],
    status: 2,
    errors:
      'loci: an SQLite file replaces all of the store, which holds 1 item; --replace says that you want that\n',
  });
  await expectCase(runHere, { args: ['ls'], output: 'travel:京都\n' });
  await expectCase(runHere, {
    args: ['import', 'copy.db', '--replace'],
    output: /^took over .* 3 items/,
  });
  await expectCase(runHere, {
    args: ['ls', 'garden'],
    output: 'garden:tomatoes\ngarden:drip line\n',
  });
  await expectCase(runHere, {
    args: ['import', 'copy.db', 'copy.db'],
    status: 2,
    errors: /give it alone/,
  });
});

test('the store is that of --store, else of LOCI_STORE, else memory.loci', async (t) => {
  const { loci, path } = newCli(t);
  const environment = { LOCI_STORE: 'named' };
  await loci(['add', 'a', 'one', '']);
  await loci(['add', 'a', 'two', ''], { environment });
  await loci(['add', 'a', 'three', '', '--store', 'given'], { environment });
  assert.deepEqual(fs.readdirSync(path('.')).sort(), ['given', 'memory.loci', 'named']);
  const listed = (args, options) => loci(['ls', ...args], options).then(({ output }) => output);
  assert.equal(await listed([]), 'a:one\n');
  assert.equal(await listed([], { environment }), 'a:two\n');
  assert.equal(await listed(['--store=given'], { environment }), 'a:three\n');
  assert.equal(await listed([], { environment: { LOCI_STORE: '' } }), 'a:one\n');
});

test('words behind -- are no options', async (t) => {
  const { loci } = newCli(t);
  await expectCase(loci, {
    args: ['add', '--ts', '2024-01-01', '--', 'a', '--name', '--text'],
    output: 'added a:--name (revision 1)\n',
  });
  await expectCase(loci, { args: ['show', '--raw', '--', 'a', '--name'], output: '--text\n' });
});
