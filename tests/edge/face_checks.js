// What the checks of the faces have in common, in workerd.

/**
 * Checks of one face. `memoryOf(object)` resolves to the memory of a Durable Object, `addMany` is the
 * face's method that takes a list, and `count` what `status()` calls what is kept of it.
 */
export function faceChecks(memoryOf, { face, addMany, count }) {
  return {
    /** Calls methods of the face in turn: [[method, ...arguments]]; what each gave, or its error. */
    async calls(object, list) {
      const memory = await memoryOf(object);
      return list.map(([method, ...args]) => {
        try {
          return memory[face][method](...args);
        } catch ({ code, message, detail }) {
          return { code, message, detail };
        }
      });
    },

    async status(object) {
      return (await memoryOf(object)).status();
    },

    async check(object) {
      return (await memoryOf(object)).check().findings;
    },

    /** Keeps a list, whose taking ends with an error before its element `at`; then all of it. */
    async interrupted(object, { [count]: all, at }) {
      const memory = await memoryOf(object);
      function* list() {
        yield* all.slice(0, at);
        throw new Error('the caller has had enough');
      }
      let thrown;
      try {
        memory[face][addMany](list());
      } catch ({ message }) {
        thrown = message;
      }
      const kept = memory.status()[face][count];
      const { added, same } = memory[face][addMany](all);
      return { thrown, kept, added, same };
    },
  };
}
