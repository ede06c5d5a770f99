/** How words and meaning are mixed: a slider between them, and by scores or by ranks. */

import { byId } from './dom.js';

export class FusionView {
  #panel = byId('fusion-panel');
  #slider = byId('fusion-weight');
  #kind = byId('fusion');

  /** `changed()` is called while the slider moves, and when the kind is another. */
  constructor(changed) {
    this.#slider.addEventListener('input', () => {
      this.#name();
      changed();
    });
    this.#kind.addEventListener('change', changed);
    this.#name();
  }

  /** The options of `retrieve`: the weight is that of the words. */
  get options() {
    const fusionWeight = 1 - this.#slider.valueAsNumber / 100;
    return { fusionWeight, fusion: this.#kind.value };
  }

  /** Shows the panel, or hides it where there is nothing to mix. */
  show(isShown) {
    this.#panel.hidden = !isShown;
  }

  #name() {
    const meaning = this.#slider.valueAsNumber;
    byId('fusion-words').textContent = `${100 - meaning} %`;
    byId('fusion-meaning').textContent = `${meaning} %`;
    const text = `${100 - meaning} percent words, ${meaning} percent meaning`;
    this.#slider.setAttribute('aria-valuetext', text);
  }
}
