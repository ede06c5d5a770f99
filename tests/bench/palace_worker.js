// The palace face in its own process; see child.js. The store is a file, as that of a memory so large
// would be.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openMemory } from 'loci';
import { answer } from './answer.js';
import { randomVector } from './evidence_events.js';
import { generatedQuestion } from './generated.js';
import { SMALL, generatedClosets, generatedDrawer } from './palace_drawers.js';

const WIDTH = 384;
const folder = mkdtempSync(path.join(tmpdir(), 'loci-bench-'));
const file = path.join(folder, 'memory.loci');
let memory;

process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(0));

function* drawers(count) {
  for (let index = 0; index < count; index++) yield generatedDrawer(index, WIDTH);
}

const timed = (work) => {
  const start = performance.now();
  work();
  return performance.now() - start;
};

function ask(number, size, request, options) {
  const query = generatedQuestion(number, size).question;
  const embedding = randomVector(-7 * number - 3, WIDTH);
  memory.palace.search({ query, ...request }, { embedding, ...options });
}

const ASK = {
  vector: (number, size) => ask(number, size, {}),
  union: (number, size) => ask(number, size, { candidateStrategy: 'union' }),
  words: (number, size) => ask(number, size, {}, { embedding: undefined }),
  wing: (number, size) => ask(number, size, { wing: 'wing 7' }),
  smallWing: (number, size) => ask(number, size, { wing: SMALL }),
  taxonomy: () => memory.palace.taxonomy(),
  traverse: () => memory.palace.traverse('room 7'),
};

answer({
  /** Files the drawers and closets and opens the store anew: ms to file, to open, of the first search. */
  async fill(size) {
    memory = await openMemory(file);
    const save = timed(() => memory.palace.addDrawers(drawers(size)));
    for (const closet of generatedClosets(size, WIDTH)) memory.palace.addCloset(closet);
    memory.close();
    const start = performance.now();
    memory = await openMemory(file);
    const open = performance.now() - start;
    return { save, open, first: timed(() => ASK.vector(0, size)) };
  },
  /** Milliseconds of `count` calls of a kind of ASK. */
  times: (kind, size, count) =>
    Array.from({ length: count }, (_, i) => timed(() => ASK[kind](i + 1, size))),
  /** Milliseconds of filing one more drawer, durable. */
  saveTimes: (size, count) =>
    Array.from({ length: count }, (_, i) => {
      const drawer = generatedDrawer(size + i, WIDTH);
      return timed(() => memory.palace.addDrawer(drawer));
    }),
  /** Bytes of the wasm heap, and of the store. */
  memory: () => ({ heap: memory.status().heapBytes, store: statSync(file).size }),
});
