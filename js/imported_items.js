// Which items an import of several files has merged, and where those whose text another file replaced
// came from: two files may be of one category (`trip.md` and `2023/trip.md`). Of a name that comes twice
// in one file the engine tells by itself.
//
// Tested by tests/js/markdown.test.js.

/** The items of one import by their names, each with the place it came from last. */
export class ImportedItems {
  #places = new Map();

  /**
   * Takes in items that a file at `path` has brought, and gives a problem for each that is left out
   * since the file had another for its name. What is the same in both leaves nothing out.
   * @param {string} path
   * @param {{category: string, name: string, line: number, same: boolean}[]} items
   * @returns {{path: string, line: number, what: string}[]}
   */
  add(path, items) {
    const problems = [];
    for (const { category, name, line, same } of items) {
      const key = `${category}:${name}`;
      const earlier = this.#places.get(key);
      if (earlier && !same) {
        const what = `the item "${name}" is left out: ${path}:${line} has it again`;
        problems.push({ ...earlier, what });
      }
      this.#places.set(key, { path, line });
    }
    return problems;
  }
}
