// The dictionary that the tabs of one store cut texts by: that of the leader, which tells its hash to
// all and keeps its bytes with the store, so that the next leader opens with the same, whoever that
// is and whether it was given one or not.
//
// A tab that was opened with a dictionary leads with it unless it has heard of another, and brings it
// to a leader that has none. What is kept is for tabs that heard of it: a store that nobody has open
// is opened without.

import { keepDictionary, readDictionary } from '../../bindings/hosts/opfs_dictionary.js';
import { packDictionary, unpackDictionary } from '../dictionary.js';

export class SharedDictionary {
  #store;
  #own; // what this tab was given, or has loaded itself
  #hash = null; // of the leader's; null: it has none, or was not heard of
  #packed; // the leader's, in the leader itself

  /**
   * @param {string} store its name
   * @param {object} options of openMemory(): its `dictionary`, which 'bigram' has no use for
   */
  constructor(store, { segmenter, dictionary }) {
    this.#store = store;
    if (segmenter !== 'bigram') this.#own = dictionary;
  }

  /** What a leader announces. */
  get hash() {
    return this.#hash;
  }

  /** What a leader has announced. */
  hear(hash = null) {
    this.#hash = hash;
  }

  /**
   * Has the leader load this tab's, where it has none. One that it cannot read is left alone: it says
   * so to who opens a memory with it.
   * @param {(call: object) => Promise} call runs a call of this tab
   */
  bring(call) {
    if (this.#hash !== null || !this.#own) return;
    call({ method: 'loadSegmenter', args: [this.#own], now: Date.now() }).catch(() => {});
  }

  /** Makes what a call of this tab loads its own. */
  watch({ args: [dictionary], answered }) {
    const loaded = () => (this.#own = dictionary);
    answered.then(loaded, () => {});
  }

  /** What to lead with. */
  async toLead() {
    const kept = this.#hash && (await this.#read(this.#hash));
    await this.#use(kept ?? (this.#own && packDictionary(this.#own)));
    return this.#packed && unpackDictionary(this.#packed);
  }

  /** The leader has loaded another. */
  async replace(dictionary) {
    await this.#use(packDictionary(dictionary));
    await this.keep();
  }

  /** Keeps what this tab leads with for the next leader, if there is room. */
  async keep() {
    if (!this.#packed) return;
    try {
      await keepDictionary(this.#store, this.#hash, this.#packed);
    } catch {
      // Then tabs that have one bring it to the next leader.
    }
  }

  async #use(packed) {
    this.#hash = packed ? await hashOf(packed) : null;
    this.#packed = packed;
  }

  async #read(hash) {
    const packed = await readDictionary(this.#store, hash).catch(() => null);
    return packed && (await hashOf(packed)) === hash ? packed : null;
  }
}

async function hashOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
