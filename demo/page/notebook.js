/**
 * Writing to the memory, each time with a way back. Tells those who show notes by an event `change`,
 * and by `replace` before it where the whole store is another one now.
 */

const keyOf = ({ category, name }) => `${category}:${name}`;

const isSameNote = (a, b) => a.category === b.category && a.name === b.name;

export class Notebook extends EventTarget {
  /** The memory itself, for reading. */
  memory;

  constructor(memory) {
    super();
    this.memory = memory;
  }

  /** Tells that the notes are not what they were, here or in another tab. */
  announce() {
    this.dispatchEvent(new Event('change'));
  }

  /**
   * Keeps `item`; `previous` is what it was before, or null where it is new. Answers `{item, undo}`.
   * A note with a new name is kept under it before the old one goes: a failure loses nothing.
   */
  async save(item, previous) {
    const replaced = await this.memory.get(item.category, item.name);
    const { category, name } = await this.memory.add(item);
    const moved = previous && !isSameNote(previous, { category, name });
    if (moved) await this.memory.remove(previous.category, previous.name);
    this.announce();
    const undo = () => this.#restore(moved ? [previous, replaced] : [replaced], { category, name });
    return { item: { ...item, category, name }, undo };
  }

  /** Removes a note. Answers `{undo}`. */
  async remove(item) {
    await this.memory.remove(item.category, item.name);
    this.announce();
    return { undo: () => this.#restore([item], item) };
  }

  /** Puts `items` back; what was written in their place goes, unless one of them is of its name. */
  async #restore(items, written) {
    const kept = items.filter(Boolean);
    for (const item of kept) await this.memory.add(item);
    if (!kept.some((item) => isSameNote(item, written))) {
      await this.memory.remove(written.category, written.name);
    }
    this.announce();
  }

  /** Imports Markdown files, `[{path, bytes | text}]`. Answers what the engine tells. */
  async importMarkdown(files, onProgress) {
    const report = await this.memory.importMarkdown(files, { onProgress });
    this.announce();
    return report;
  }

  /** Replaces all there is by what a store holds. Answers `{undo}`. */
  async replaceAll(bytes) {
    const before = await this.memory.exportBytes();
    await this.#import(bytes);
    return { undo: () => this.#import(before) };
  }

  async #import(bytes) {
    await this.memory.importBytes(bytes);
    this.dispatchEvent(new Event('replace'));
    this.announce();
  }
}

export { isSameNote, keyOf };
