// The checks of tests/edge/evidence.test.js, which run in workerd.

import { openMemory } from 'loci';
import wasm from 'loci/loci.wasm';

const clock = () => 1.7e12;

async function memoryOf({ kept, storage }) {
  kept.time ??= { elapsed: 0 };
  kept.memory ??= await openMemory(
    { durableObject: storage },
    { wasm, clock, monotonic: () => kept.time.elapsed },
  );
  return kept.memory;
}

/** Calls methods of the evidence face in turn: [[method, ...arguments]]; what each gave, or its error. */
export async function calls(object, list) {
  const { evidence } = await memoryOf(object);
  return list.map(([method, ...args]) => {
    try {
      return evidence[method](...args);
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

export async function pass(object, milliseconds) {
  await memoryOf(object);
  object.kept.time.elapsed += milliseconds;
}

/** Saves so many events, whose taking from the list ends with an error before event `at`. */
export async function interrupted(object, { events, at }) {
  const memory = await memoryOf(object);
  function* list() {
    yield* events.slice(0, at);
    throw new Error('the caller has had enough');
  }
  let thrown;
  try {
    memory.evidence.saveMany(list());
  } catch ({ message }) {
    thrown = message;
  }
  const kept = memory.status().evidence.events;
  const { added, same } = memory.evidence.saveMany(events);
  return { thrown, kept, added, same };
}

/** By the clock of the platform, as without the option. */
export async function plain({ storage }) {
  const memory = await openMemory({ durableObject: storage }, { wasm });
  memory.evidence.save({ summary: 'river', content: 'A river.' });
  const counts = [1, 2].map(() => memory.evidence.search({ query_text: 'river' }).events.length);
  memory.close();
  return counts;
}
