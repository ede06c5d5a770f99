// What a test has to undo at its end. node's own `t.after` stops at the first hook that fails, and
// runs them first to last: a page that reports an error would leave its browser running.

const undoings = new WeakMap(); // test context -> functions

/**
 * Has `undo` called at the end of a test, however it ends: last registered first, all of them, each
 * awaited. The first error fails the test.
 */
export function atEnd(t, undo) {
  if (!undoings.has(t)) {
    undoings.set(t, []);
    t.after(() => undoAll(undoings.get(t)));
  }
  undoings.get(t).push(undo);
}

async function undoAll(list) {
  const errors = [];
  while (list.length > 0) {
    const undo = list.pop();
    await Promise.resolve()
      .then(undo)
      .catch((error) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}
