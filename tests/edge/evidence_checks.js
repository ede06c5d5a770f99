// The checks of tests/edge/evidence.test.js, which run in workerd.

import { openMemory } from 'loci';
import wasm from 'loci/loci.wasm';
import { faceChecks } from './face_checks.js';

const clock = () => 1.7e12;

async function memoryOf({ kept, storage }) {
  kept.time ??= { elapsed: 0 };
  kept.memory ??= await openMemory(
    { durableObject: storage },
    { wasm, clock, monotonic: () => kept.time.elapsed },
  );
  return kept.memory;
}

export const { calls, status, check, interrupted } = faceChecks(memoryOf, {
  face: 'evidence',
  addMany: 'saveMany',
  count: 'events',
});

export async function pass(object, milliseconds) {
  await memoryOf(object);
  object.kept.time.elapsed += milliseconds;
}

/** By the clock of the platform, as without the option. */
export async function plain({ storage }) {
  const memory = await openMemory({ durableObject: storage }, { wasm });
  memory.evidence.save({ summary: 'river', content: 'A river.' });
  const counts = [1, 2].map(() => memory.evidence.search({ query_text: 'river' }).events.length);
  memory.close();
  return counts;
}
