/**
 * What a form rests on: the notes as the person who fills it in has seen them. To keep the form may
 * replace those and no others, so what another tab wrote meanwhile is never lost unseen (optimistic
 * concurrency control: nobody waits while a form is open, and the notes are compared when it is
 * kept). No DOM here.
 *
 * Tested by tests/browser/page_forms.test.js.
 */

import { isSameNote, keyOf } from './notebook.js';

const COMPARED = ['category', 'name', 'content', 'ts'];

const isSame = (a, b) => COMPARED.every((field) => a?.[field] === b?.[field]);

export class Basis {
  /** The note that the form was opened on, null for a new one. */
  opened;
  #seen = new Map(); // notes by key; null for one that is known to be gone

  constructor(opened) {
    this.opened = opened;
    if (opened) this.accept({ key: keyOf(opened), other: opened });
  }

  /** The person knows what a clash told, and wants to keep the form all the same. */
  accept({ key, other }) {
    this.#seen.set(key, other);
  }

  /**
   * Compares with what is stored now. Answers `{own, clash}`: the note opened as it is now, or null;
   * and, where keeping `values` would undo what was not seen, `{kind, key, other}`, else null.
   * `other` is the note that stands there. `kind`: `changed`, `removed` (`other` is null), or `taken`,
   * another note that has the name already.
   */
  async compare(memory, values) {
    const { opened } = this;
    const own = opened && (await memory.get(opened.category, opened.name));
    if (opened && !this.#knows(keyOf(opened), own)) {
      const kind = own ? 'changed' : 'removed';
      return { own, clash: { kind, key: keyOf(opened), other: own } };
    }
    const other = await memory.get(values.category, values.name);
    if (!other || (own && isSameNote(own, other)) || this.#knows(keyOf(other), other))
      return { own, clash: null };
    return { own, clash: { kind: 'taken', key: keyOf(other), other } };
  }

  #knows(key, note) {
    return this.#seen.has(key) && isSame(this.#seen.get(key), note);
  }
}

/** Runs `work` while no other tab runs its own: nothing is kept between comparing and writing. */
export function alone(work) {
  return navigator.locks ? navigator.locks.request('loci-demo-keep', work) : work();
}
