// The checks of tests/edge/palace.test.js, which run in workerd.

import { openMemory } from 'loci';
import wasm from 'loci/loci.wasm';
import { faceChecks } from './face_checks.js';

const clock = () => 1.7e12;

async function memoryOf({ kept, storage }) {
  kept.memory ??= await openMemory({ durableObject: storage }, { wasm, clock });
  return kept.memory;
}

export const { calls, status, check, interrupted } = faceChecks(memoryOf, {
  face: 'palace',
  addMany: 'addDrawers',
  count: 'drawers',
});
