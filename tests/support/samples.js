// Results of every method, of a memory small enough to be read at a glance.

import { MemoryError, openMemory } from 'loci';

import { Evidence } from '../../js/evidence.js';
import { addInParts } from './added_in_parts.js';
import { BufferHost } from './buffer_host.js';
import { garden, numbered } from './events.js';
import { openOnHost } from './open_on_host.js';

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
    ...(await resultsOfEvidence()),
    ...(await resultsOfPalace()),
    ['AddedMany', await addInParts()],
    ['Contract', memory.contract()],
    ['Persistence', memory.persistence],
    ['Item', memory.get('travel', 'Kyoto plan')],
    ['Item', memory.get('travel', 'Packing list')],
    ['Items', memory.items({ limit: 2000 })],
    ['Category', memory.categories()[0]],
    ['Retrieval', memory.retrieve('river shoes', { explain: true, budgetTokens: 4 })],
    ['Retrieval', memory.retrieve('river', { explain: true })],
    ['Retrieval', memory.retrieve('rivers', { explain: true, minConfidence: 1 })],
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

// As of a store that another process has.
const busyEvidence = new Evidence(() => {
  throw new MemoryError('store_busy', 'another process has it', { pid: 7 });
});

async function resultsOfEvidence() {
  const memory = await openMemory(':memory:', { clock: () => 1.7e12 });
  const { evidence } = memory;
  const content = 'The same words of a river. '.repeat(40);
  const twins = ['one', 'two'].map((id) => ({ id, summary: 'river', content }));
  const results = [
    ['SavedMany', evidence.saveMany([...garden, ...twins, ...numbered(30)])],
    ['Saved', evidence.save(garden[0])],
    ['Saved', evidence.save({ ...garden[0], summary: 'x \ud800' })],
    ['StoredEvent', evidence.get('letter')],
    ['StoredEvent', evidence.get('roses')],
    ['PendingEmbeddings', memory.pendingEmbeddings()],
    ['PutEmbeddings', putParts(memory)],
    ['Status', memory.status()],
    ['FoundEntity', evidence.findEntity({ kind: 'person', name: 'Nobody' })],
    ['FoundEntity', evidence.findEntity({ kind: 'person', name: 'Ada' }, { limit: 2000 })],
    ['ReadText', evidence.read({ event_id: 'one', limit: 5 })],
    ['ReadText', evidence.read({ event_id: 'roses' })],
    ['EvidenceError', evidence.call({ operation: 'read' })],
    ['EvidenceError', busyEvidence.call({ operation: 'read' })],
    ['EvidenceReply', evidence.search()],
    ['EvidenceReply', evidence.search({ query_text: '!' })],
    ['EvidenceReply', evidence.search({ query_text: 'zzz' })],
    ['Removed', evidence.remove('letter')],
  ];
  const river = evidence.search({ query_text: 'river same words', include_delivered: true });
  evidence.save({ id: 'three', summary: 'river', content: `${content}More.` });
  const quoted = evidence.search({ query_text: 'river same words' });
  const { cursor, concepts } = evidence.search({ query_text: 'heron', include_delivered: true });
  const near = { cursor, event_id: 'notes_ch1_e4' };
  return [
    ...results,
    ['EvidenceReply', river],
    ['EvidenceReply', quoted],
    ['EvidenceReply', evidence.expand({ cursor, concept_id: concepts[0].id })],
    ['EvidenceReply', evidence.nearby(near)],
    ['EvidenceReply', evidence.nearby(near)],
  ];
}

function putParts(memory) {
  const entry = { face: 'evidence', id: 'one', embedding: [1, 2] };
  return memory.putEmbeddings([
    { ...entry, part: 'summary' },
    { ...entry, part: 0 },
    { ...entry, part: 0, embedding: [0, 0] },
  ]);
}

async function resultsOfPalace() {
  const memory = await openMemory(':memory:', { clock: () => 1.7e12 });
  const { palace } = memory;
  const place = { wing: 'Hut', room: 'water' };
  const full = {
    ...place,
    id: 'full',
    text: 'The valve of the river.',
    hall: 'repairs',
    sourceFile: 'notes/valve.md',
    chunkIndex: 0,
    authoredAt: '2024-05-04',
    metadata: { page: 3 },
    embedding: [1, 0],
  };
  const bare = { ...place, wing: 'Boat', text: 'The bilge of the river.', filedAt: null };
  const twin = { ...full, id: 'twin' };
  const closet = { ...place, sourceFile: 'notes/valve.md' };
  const tunnel = { from: place, to: { ...place, wing: 'Boat' } };
  const results = [
    ['DrawersAdded', palace.addDrawers([full, twin, bare])],
    ['DrawerAdded', palace.addDrawer({ ...full, hall: 'other' })],
    ['DrawerUpdated', palace.updateDrawer('twin', { hall: null })],
    ['ClosetAdded', palace.addCloset({ ...closet, text: 'valves \ud800', embedding: [1, 0] })],
    ['ClosetAdded', palace.addCloset({ ...closet, sourceFile: 'other.md', text: 'others' })],
    ['TunnelCreated', palace.createTunnel({ ...tunnel, label: 'rain' })],
    ['ExplicitTunnels', palace.listTunnels()],
    ['TunnelCreated', palace.createTunnel(tunnel)],
    ['ExplicitTunnels', palace.listTunnels()],
    ['PendingEmbeddings', memory.pendingEmbeddings()],
    ['PutEmbeddings', putPalace(memory, { ...closet, sourceFile: 'other.md' })],
    ['Status', memory.status()],
    ['Drawer', palace.getDrawer('full')],
    ['Drawers', palace.listDrawers({ limit: 2000 })],
    ['Drawers', palace.listDrawers({ wing: 'attic' })],
    ['Drawers', palace.listDrawers({ wing: 'hut', room: 'attic' })],
    ['DuplicateCheck', palace.checkDuplicate(full.text, { limit: 2000 })],
    ['Wings', palace.listWings()],
    ['Rooms', palace.listRooms()],
    ['Rooms', palace.listRooms('hut')],
    ['Rooms', palace.listRooms('attic')],
    ['Traversal', palace.traverse('water')],
    ['Tunnel', palace.findTunnels()[0]],
    ['GraphStats', palace.graphStats()],
    ['PalaceReply', palace.search({ query: 'river' })],
    ['PalaceReply', palace.search({ query: '!' })],
    ['PalaceReply', palace.search({ query: 'river', since: '2024-01-01', before: '2030-01-01' })],
    ['PalaceReply', palace.search({ query: 'river', wing: 'hut' }, { embedding: [1, 0] })],
    ['PalaceReply', palace.search({ query: 'river', wing: 'attic' })],
    ['PalaceReply', palace.search({ query: 'river', wing: 'hut', room: 'attic' })],
    ['PalaceReply', await searchDamagedVectors()],
    ['Removed', palace.removeCloset(closet)],
    ['DrawerDeleted', palace.deleteDrawer('full')],
  ];
  palace.addDrawer({ ...bare, wing: 'Attic', room: 'sail' });
  palace.addDrawer({ ...bare, room: 'sail' });
  return [...results, ['Traversal', palace.traverse('water')]];
}

function putPalace(memory, closet) {
  const entry = { face: 'palace', embedding: [1, 2] };
  return memory.putEmbeddings([
    { ...entry, id: 'twin' },
    { ...entry, closet },
    { ...entry, id: 'nobody' },
    { ...entry, closet: { ...closet, sourceFile: 'none.md' } },
  ]);
}

/** A search where the one vector is damaged. */
async function searchDamagedVectors() {
  const embedding = new Float32Array(8192).fill(1);
  const host = new BufferHost();
  const memory = await openOnHost(host);
  memory.palace.addDrawer({ wing: 'a', room: 'b', text: 'river', embedding });
  memory.close();
  const { database } = host.files();
  database[database.length - 10_000] ^= 1;
  const { palace } = await openOnHost(new BufferHost({ database }));
  return palace.search({ query: 'river' }, { embedding });
}
