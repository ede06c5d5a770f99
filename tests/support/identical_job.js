// The store and the questions of the tests called identical: notes, generated texts in English and in
// many scripts, links, vectors, dates, twins; 200 questions that use every option of retrieve().

import { openMemory } from 'loci';

import { readDemoNotes } from '../../demo/notes.js';
import { generatedQuestion, generatedText } from '../bench/generated.js';
import { toBase64 } from './identical_replies.js';
import { mixedText } from './mixed_text.js';

const TEXTS = 300; // of each kind
const QUESTIONS = 200;
const TWINS = 12;
const EVENTS = 120;
const EVIDENCE_QUESTIONS = 60;
const DRAWERS = 200;
const PALACE_QUESTIONS = 60;
const WIDTH = 96;
const MODEL = 'integers';
const NOW = Date.UTC(2025, 0, 1);
const CATEGORIES = ['generated', 'mixed', 'decisions', 'garden'];
const WORDS = '备份 30\n数据库 20\n数据 40\n京都 9\n野家 7\n漢字 5\n';
const OWN_WORDS = '备份数据库\n';

/** Small integers, so that every machine makes the same; every third is one of few directions. */
function vectorOf(i) {
  let state = i % 3 === 0 ? i % 7 : i + 1000;
  return Array.from({ length: WIDTH }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state >> 16;
  });
}

const dateOf = (i) => new Date(NOW - i * 86_400_000).toISOString();

function item(category, i, content) {
  const link = i % 4 === 0 ? ` See [[${category}:${category} ${(i * 7) % TEXTS}]].` : '';
  const embedding = i % 5 === 0 ? undefined : vectorOf(i);
  return { category, name: `${category} ${i}`, content: content + link, ts: dateOf(i), embedding };
}

const range = (count, make) => Array.from({ length: count }, (_, i) => make(i));

const stored = [
  ...range(TEXTS, (i) => item('generated', i, generatedText(i))),
  ...range(TEXTS, (i) => item('mixed', i, mixedText(i, 40))),
];
const twins = range(TWINS, (i) => {
  return { category: 'twins', name: `twin ${i}`, content: 'The very same words.' };
});

/** Options of question `i`: each in every value that differs, in changing company. */
function optionsOf(i) {
  return {
    ...(i % 2 === 0 && { explain: true }),
    ...(i % 3 === 0 && { limit: [1, 3, 50, 0][(i / 3) % 4] }),
    ...(i % 5 === 0 && { budgetTokens: 40 + i }),
    ...(i % 7 === 0 && { expandLinks: false }),
    ...(i % 8 === 0 && { categories: CATEGORIES.slice((i / 8) % 3) }),
    ...(i % 9 === 0 && { since: dateOf(200) }),
    ...(i % 10 === 0 && { before: dateOf(20) }),
    ...(i % 4 === 1 && { embedding: vectorOf(3 * i), model: MODEL }),
    ...(i % 8 === 5 && { fusion: 'rrf' }),
    ...(i % 16 === 1 && { fusionWeight: 0.25 }),
  };
}

const queries = [
  ...[
    '京都 桜',
    'crème brûlée',
    'SQLite backup 备份',
    'C++',
    'ไทย',
    '서울',
    'привет',
    '%!',
    '水',
    '',
  ],
  ...range(80, (i) => generatedQuestion(i, TEXTS).question),
  ...range(QUESTIONS, (i) => mixedText(i * 3, 12)),
].slice(0, QUESTIONS);

/** Event `i`, some with vectors for their parts; every fifth says what its neighbour says. */
function event(i) {
  const content = i % 5 === 4 ? mixedText(i - 1, 500) : mixedText(i, 20 + (i % 7) * 120);
  const name = (kind, number) => ({ kind, name: `${kind} ${number}` });
  return {
    id: `log_ch${i % 3}_e${i}`,
    summary: generatedText(i),
    content,
    entities: [name('person', i % 4), name('concept', i % 6), name('concept', `Ä ${i % 5}`)],
    writtenAt: i % 11 === 0 ? null : dateOf(i),
    ...(i % 2 === 0 && { summaryEmbedding: vectorOf(i) }),
  };
}

// Calls of the evidence face; cursors are filled in by the one who calls: that of the reply before.
const evidenceCalls = range(EVIDENCE_QUESTIONS, (i) => {
  const query_text = i % 3 ? mixedText(i * 3, 12) : generatedQuestion(i, EVENTS).question;
  const request = {
    ...(i % 10 !== 9 && { query_text }),
    ...(i % 4 === 1 && { entities: [`person ${i % 4}`] }),
    ...(i % 7 === 3 && { since: dateOf(90), before: dateOf(5) }),
    ...(i % 6 === 5 && { exclude: range(20, (j) => `log_ch${j % 3}_e${j}`) }),
    ...(i % 8 === 7 && { include_delivered: true }),
  };
  const session = `session ${i % 5}`;
  const options = { session, ...(i % 2 && { embedding: vectorOf(3 * i), model: MODEL }) };
  const id = `log_ch${i % 3}_e${i}`;
  return [
    ['evidenceSearch', request, options],
    ['evidenceExpand', { limit: 1 + (i % 8) }, { session }],
    ['evidenceNearby', { before: i % 4, after: 3 }, { session }],
    ['evidenceRead', { event_id: id, start: i % 8, limit: 50 + i }, { session }],
    ['evidenceFindEntity', { kind: 'concept', name: `a ${i % 5}` }, { limit: 3 }],
    ['evidenceGet', id],
  ];
}).flat();

const drawerText = (i) => mixedText(i, 20 + (i % 5) * 30);

/** Drawer `i`; every ninth says what its neighbour says. */
function drawer(i) {
  return {
    wing: ['The Garden', 'the-garden', 'Workshop', 'Küche'][i % 4],
    room: `room ${i % 7}`,
    text: drawerText(i % 9 === 8 ? i - 1 : i),
    sourceFile: `notes/file ${i % 23}.md`,
    chunkIndex: i,
    authoredAt: dateOf(i % 50),
    filedAt: i % 13 === 0 ? null : dateOf(i),
    ...(i % 3 && { hall: ['facts', 'events'][i % 2] }),
    ...(i % 4 && { embedding: vectorOf(i) }),
  };
}

const closet = (i) => {
  const { wing, room, sourceFile } = drawer(i);
  return { wing, room, sourceFile, text: generatedText(i), embedding: vectorOf(i + 5) };
};

/** Calls of the palace face. */
const palaceCalls = [
  ...range(PALACE_QUESTIONS, (i) => {
    const request = {
      query: i % 3 ? mixedText(i * 3, 12) : generatedQuestion(i, DRAWERS).question,
      ...(i % 4 === 1 && { wing: 'THE GARDEN' }),
      ...(i % 5 === 2 && { room: 'Room_3' }),
      ...(i % 6 === 3 && { since: dateOf(150), before: dateOf(5) }),
      ...(i % 7 === 4 && { limit: 30 }),
      ...(i % 3 === 2 && { candidateStrategy: 'union' }),
      ...(i % 8 === 5 && { maxDistance: 1 }),
      ...(i % 9 === 6 && { vectorDisabled: true }),
    };
    const metric = ['cosine', 'cosine', 'l2', 'ip'][i % 4];
    return [
      'search',
      request,
      { metric, ...(i % 5 && { embedding: vectorOf(3 * i), model: MODEL }) },
    ];
  }),
  ...range(20, (i) => ['checkDuplicate', `${drawerText(i * 9)} and`, { embedding: vectorOf(i) }]),
  ...range(7, (i) => ['traverse', `Room-${i}`, i % 3]),
  ['listDrawers', { wing: 'workshop', limit: 20, offset: 3 }],
  ['listRooms', 'küche'],
  ['listWings'],
  ['taxonomy'],
  ['findTunnels', 'the garden'],
  ['graphStats'],
];

/** JSON: what identical_replies.js takes. */
export const job = {
  now: NOW,
  model: MODEL,
  runs: 100,
  dictionary: { words: WORDS, user: OWN_WORDS },
  questions: queries.map((query, i) => [query, optionsOf(i)]),
  items: [
    ...range(100, (i) => item('later', i, mixedText(1000 + i, 25))),
    ...range(40, (i) => ({ ...item('mixed', i, generatedText(i + 500)) })),
    ...twins,
  ],
  removed: range(5, (i) => ({ category: 'later', name: `later ${i * 9}` })),
  single: item('later', 3, 'Written alone, 单独写的。'),
  scaled: range(40, (i) => ({
    category: 'mixed',
    name: `mixed ${i}`,
    embedding: vectorOf(i + 1).map((number) => number * (i % 4 ? 1e300 : 1e-300)),
  })),
  twins: 'the very same words',
  events: range(EVENTS, event),
  evidence: evidenceCalls,
  drawers: range(DRAWERS, drawer),
  closets: range(12, closet),
  palace: palaceCalls,
  text: queries.join(' '),
};

/** The bytes of the store that is asked, as base64. */
export async function makeStore() {
  const memory = await openMemory(':memory:', { clock: () => NOW });
  memory.importMarkdown(await readDemoNotes());
  memory.addMany(stored, { model: MODEL });
  memory.addMany(twins);
  const bytes = memory.exportBytes();
  memory.close();
  return toBase64(bytes);
}
