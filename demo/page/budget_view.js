/**
 * The token budget: a slider laid over a bar. The bar shows the entries of the result one behind the
 * other, each as wide as its tokens; the slider's thumb is the place of the cut.
 */

import { byId, h, withSizes } from './dom.js';
import { plain, plural } from './words.js';

export class BudgetView {
  #slider = byId('budget');
  #bar = byId('budget-bar');
  #text = byId('budget-text');

  /** `changed` is called while the slider moves. */
  constructor(changed) {
    this.#slider.addEventListener('input', () => {
      this.#name();
      changed();
    });
    this.#name();
  }

  /** Tokens, or null at the slider's end: no limit. */
  get tokens() {
    const tokens = this.#slider.valueAsNumber;
    return tokens === Number(this.#slider.max) ? null : tokens;
  }

  /** Shows what the budget does to `found`, a result of Search, or null for none. */
  show(found) {
    const entries = found?.entries ?? [];
    this.#bar.replaceChildren(...this.#segments(entries));
    this.#text.textContent = found ? this.#summary(found) : this.#limit();
  }

  #name() {
    this.#slider.setAttribute('aria-valuetext', this.#limit());
    const { value, min, max } = this.#slider;
    withSizes(this.#slider.parentElement, { cut: (value - min) / (max - min) });
  }

  #limit() {
    return this.tokens === null ? 'no limit' : plural(this.tokens, 'token');
  }

  #summary({ entries, result }) {
    if (entries.length === 0) return this.#limit();
    const kept = `${plain(result.items.length)} of ${plural(entries.length, 'note')} kept`;
    const over = result.overBudget ? '; the first alone is more, and is kept all the same' : '';
    if (result.budgetTokens === null)
      return `${plural(result.budgetUsed, 'token')}, no limit: ${kept}`;
    return `${plain(result.budgetUsed)} of ${plural(result.budgetTokens, 'token')}: ${kept}${over}`;
  }

  #segments(entries) {
    const scale = Number(this.#slider.max);
    return entries.map(({ entry, kept }) => {
      const kind = kept ? `is-${entry.source}` : 'is-dropped';
      const node = h('span', { class: `budget-entry ${kind}` });
      return withSizes(node, { share: entry.tokensEst / scale });
    });
  }
}
