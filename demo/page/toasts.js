/** Short messages at the edge of the page: what was done, with its undo, and what went wrong. */

import { byId, h } from './dom.js';

const PLAIN_MS = 6000;

export class Toasts {
  #told = byId('toasts');
  #errors = byId('errors');

  /** Tells what was done. With `undo` it stays until it is closed or something else was done. */
  tell(message, undo) {
    const toast = this.#make(message, 'toast', undo);
    this.#told.replaceChildren(toast);
    this.#errors.replaceChildren();
    if (!undo) setTimeout(() => toast.remove(), PLAIN_MS);
  }

  /** Tells what went wrong; stays until it is closed. */
  error(message) {
    this.#errors.replaceChildren(this.#make(message, 'toast is-error'));
  }

  #make(message, kind, undo) {
    const toast = h('div', { class: kind }, h('p', {}, message));
    if (undo)
      toast.append(
        h('button', { type: 'button', class: 'button', click: () => this.#undo(undo) }, 'Undo'),
      );
    const click = () => toast.remove();
    toast.append(
      h('button', { type: 'button', class: 'close', 'aria-label': 'Close message', click }, '×'),
    );
    return toast;
  }

  async #undo(undo) {
    try {
      await undo();
      this.tell('Undone.');
    } catch (error) {
      this.error(`It could not be undone: ${error.message}`);
    }
  }
}
