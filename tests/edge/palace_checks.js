// The checks of tests/edge/palace.test.js, which run in workerd.

import { openMemory } from 'loci';
import wasm from 'loci/loci.wasm';

const clock = () => 1.7e12;

async function memoryOf({ kept, storage }) {
  kept.memory ??= await openMemory({ durableObject: storage }, { wasm, clock });
  return kept.memory;
}

/** Calls methods of the palace face in turn: [[method, ...arguments]]; what each gave, or its error. */
export async function calls(object, list) {
  const { palace } = await memoryOf(object);
  return list.map(([method, ...args]) => {
    try {
      return palace[method](...args);
    } catch ({ code, message, detail }) {
      return { code, message, detail };
    }
  });
}

export async function status(object) {
  return (await memoryOf(object)).status();
}

export async function check(object) {
  return (await memoryOf(object)).check().findings;
}

/** Files so many drawers, whose taking from the list ends with an error before drawer `at`. */
export async function interrupted(object, { drawers, at }) {
  const memory = await memoryOf(object);
  function* list() {
    yield* drawers.slice(0, at);
    throw new Error('the caller has had enough');
  }
  let thrown;
  try {
    memory.palace.addDrawers(list());
  } catch ({ message }) {
    thrown = message;
  }
  const kept = memory.status().palace.drawers;
  const { added, same } = memory.palace.addDrawers(drawers);
  return { thrown, kept, added, same };
}
