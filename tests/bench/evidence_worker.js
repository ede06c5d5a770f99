// The evidence face in its own process; see child.js. The store is a file, as that of a memory so
// large would be.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openMemory } from 'loci';
import { answer } from './answer.js';
import { TEXTS, generatedEvent, randomVector } from './evidence_events.js';
import { generatedQuestion } from './generated.js';

const WIDTH = 384;
const folder = mkdtempSync(path.join(tmpdir(), 'loci-bench-'));
const file = path.join(folder, 'memory.loci');
let memory;
let asked = 0;

process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(0));

function* events(count) {
  for (let index = 0; index < count; index++) yield generatedEvent(index, WIDTH);
}

const timed = (work) => {
  const start = performance.now();
  const result = work();
  return [performance.now() - start, result];
};

// Each question is of a conversation of its own, so that none has been given anything.
const newSession = () => `question ${asked++}`;

const ASK = {
  both: (number, size) => [
    { query_text: generatedQuestion(number, size * TEXTS).question },
    { embedding: randomVector(-number - 1, WIDTH), session: newSession() },
  ],
  words: (number, size) => [
    { query_text: generatedQuestion(number, size * TEXTS).question },
    { session: newSession() },
  ],
  vector: (number) => [{}, { embedding: randomVector(-number - 1, WIDTH), session: newSession() }],
  newest: () => [{}, { session: newSession() }],
};

answer({
  /** Saves the events and opens the store anew: ms to save, to open, and of the first search. */
  async fill(size) {
    memory = await openMemory(file);
    const [save] = timed(() => memory.evidence.saveMany(events(size)));
    memory.close();
    const start = performance.now();
    memory = await openMemory(file);
    const open = performance.now() - start;
    const [first] = timed(() => memory.evidence.search(...ASK.both(0, size)));
    return { save, open, first };
  },
  /** Milliseconds of `count` searches of a kind of ASK. */
  times(kind, size, count) {
    const asks = Array.from({ length: count }, (_, i) => ASK[kind](i + 1, size));
    return asks.map((ask) => timed(() => memory.evidence.search(...ask))[0]);
  },
  /** Milliseconds of `count` rounds of following up: expand by a concept. */
  expandTimes(size, count) {
    const found = Array.from({ length: count }, (_, i) => {
      const [request, options] = ASK.both(i + 1, size);
      return { ...memory.evidence.search(request, options), session: options.session };
    });
    return found.slice(-32).map(({ cursor, concepts, session }) => {
      const request = { cursor, concept_id: concepts[0].id };
      return timed(() => memory.evidence.expand(request, { session }))[0];
    });
  },
  /** Milliseconds of saving one more event, durable. */
  saveTimes(size, count) {
    const more = Array.from({ length: count }, (_, i) => generatedEvent(size + i, WIDTH));
    return more.map((event) => timed(() => memory.evidence.save(event))[0]);
  },
  /** Bytes of the wasm heap, and of the store. */
  memory: () => ({ heap: memory.status().heapBytes, store: statSync(file).size }),
});
