/**
 * Which embedder a store's page uses, remembered in this browser: `kind` is `off`, `served` or
 * `pasted`, `code` what was pasted last, null where nothing was.
 */

const NONE = { kind: 'off', code: null };

export class MeaningChoice {
  #key;
  #choice;

  /** `store`: what the choice is of. */
  constructor(store) {
    this.#key = `loci-meaning ${store}`;
    this.#choice = this.#read();
  }

  get kind() {
    return this.#choice.kind;
  }

  get code() {
    return this.#choice.code;
  }

  /** Keeps `{kind, code?}`; code that is not given stays. */
  keep(changes) {
    this.#choice = { ...this.#choice, ...changes };
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#choice));
    } catch {
      // storage is refused: the choice lasts as long as the page
    }
  }

  #read() {
    try {
      const { kind, code } = JSON.parse(localStorage.getItem(this.#key)) ?? NONE;
      return { kind: `${kind}`, code: typeof code === 'string' ? code : null };
    } catch {
      return NONE;
    }
  }
}
