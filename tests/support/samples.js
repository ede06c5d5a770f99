// Results of every method, of a memory small enough to be read at a glance.

import { openMemory } from 'loci';

import { addInParts } from './added_in_parts.js';

/** An item with every field set. */
export const fullItem = Object.freeze({
  category: 'travel',
  name: 'Kyoto plan',
  content: 'Stay near the river, see [[travel:Packing list]] and [[travel:Nowhere]].',
  owner: 'Ada',
  sourceConv: 'conv-12',
  ts: '2024-02-29T18:30:00Z',
  metadata: { page: 3 },
  sequence: { id: 'trip', position: 4 },
});

/** A memory of two items, one full and one bare, with a clock that stands still. */
export async function openSample(options = {}) {
  const memory = await openMemory(':memory:', { clock: () => 1.7e12, ...options });
  memory.add(fullItem);
  memory.add({ category: 'travel', name: 'Packing list', content: 'river shoes' });
  return memory;
}

/** [name of the declared type, a result] of every method whose result has a shape of its own. */
export async function sampleResults() {
  const memory = await openSample();
  const badText = 'river \ud800';
  const steps = [];
  const remember = (type) => (value) => steps.push([type, value]);
  const opened = await openMemory(':memory:', { onProgress: remember('OpenProgress') });
  opened.close();
  const entries = [
    { category: 'travel', name: 'Kyoto plan', embedding: [1, 2] },
    { category: 'travel', name: 'Packing list', embedding: [0, 0] },
  ];
  return [
    ...steps,
    ...(await resultsWithEmbedder()),
    ['AddedMany', await addInParts()],
    ['Contract', memory.contract()],
    ['Persistence', memory.persistence],
    ['Item', memory.get('travel', 'Kyoto plan')],
    ['Item', memory.get('travel', 'Packing list')],
    ['Items', memory.items({ limit: 2000 })],
    ['Category', memory.categories()[0]],
    ['Retrieval', memory.retrieve('river shoes', { explain: true, budgetTokens: 4 })],
    ['Retrieval', memory.retrieve('river', { explain: true })],
    ['Retrieval', memory.retrieve('near')],
    ['Retrieval', memory.retrieve('!?')],
    ['Retrieval', memory.retrieve(badText)],
    ['Token', memory.tokenize('getUserById', { kinds: true })[0]],
    ['Link', memory.parseLinks('[[a:b]]')[0]],
    ['SegmenterLoaded', memory.loadSegmenter({ words: new Uint8Array(1) })],
    ['PendingEmbeddings', memory.pendingEmbeddings({ limit: 1 })],
    ['PendingEmbeddings', memory.pendingEmbeddings()],
    ['PutEmbeddings', memory.putEmbeddings(entries, { model: 'mini' })],
    ['Retrieval', memory.retrieve('river', { embedding: [1, 2], explain: true })],
    ['Status', memory.status()],
    ['Replaced', memory.replaceEmbeddings(entries.slice(0, 1))],
    ['Added', memory.add(fullItem)],
    ['Added', memory.add({ ...fullItem, name: badText })],
    ['AddedMany', memory.addMany([fullItem], { onProgress: remember('Progress') })],
    ['Progress', steps.at(-1)[1]],
    ['MarkdownFile', memory.exportMarkdown()[0]],
    ['MarkdownImport', memory.importMarkdown([{ path: 'a.md', text: '## C#\n\n## d' }])],
    ['Removed', memory.remove('travel', 'Packing list')],
    ['Journal', memory.journal()],
    ['Status', memory.status()],
    ['Check', memory.check()],
    ['Rebuilt', memory.rebuild()],
    ['Compacted', memory.compact({ keepJournal: 0 })],
    ['Revised', memory.flush()],
    ['Revised', memory.importBytes(memory.exportBytes())],
  ];
}

async function resultsWithEmbedder() {
  const steps = [];
  const onProgress = (progress) => progress.step === 'embed' && steps.push(progress);
  const embedder = (texts) => texts.map(({ length }) => [length, 1]);
  const memory = await openMemory(':memory:', { embedder, onProgress });
  await memory.add(fullItem);
  await memory.flush();
  const results = [
    ['EmbedProgress', steps[0]],
    ['Status', await memory.status()],
    ['Retrieval', await memory.retrieve('river')],
  ];
  await memory.close();
  return [...results, ['Status', await statusOfFailed()]];
}

async function statusOfFailed() {
  const memory = await openMemory(':memory:', { embedder: () => [] });
  await memory.add(fullItem);
  await memory.flush();
  const status = await memory.status();
  await memory.close();
  return status;
}
