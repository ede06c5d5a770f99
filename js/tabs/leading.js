// A tab that leads: it has the store and its engine, runs its own calls and those of the followers,
// and says every second that it is there.

import { MemoryError } from '../errors.js';
import { checkpoint } from '../memory.js';
import { METHODS } from '../methods.js';
import { packError } from '../wire.js';
import { agreedOptions } from './agreement.js';
import { Dismissed, Executor } from './executor.js';
import { openSnapshot, openStore } from './opening.js';
import { BEAT, FORMAT, LONG_CALL_BEAT, PROTOCOL } from './protocol.js';

const STUCK = 'another tab that does not answer has the files of this store';

export class Leading {
  epoch;
  persistence;
  #store;
  #executor;
  #say;
  #failed;
  #from;
  #options;
  #dictionary;
  #ports = new Map(); // of followers, by who they are
  #inHand = new Set(); // calls of followers that wait or run
  #asked = new Map(); // who waits for a follower's go
  #timer;
  #lastWord = 0;

  /**
   * Opens the store and announces itself. Rejects with a MemoryError, and nothing is open then;
   * `store_busy` where another tab kept the files for all of `patience`.
   * @param {object} place
   * @param {string} place.name of the store
   * @param {{mode: string, reason: string}} place.rung
   * @param {object} place.options of openMemory()
   * @param {SharedDictionary} place.dictionary
   * @param {number} place.epoch
   * @param {number} place.patience milliseconds for files that another tab still has
   * @param {() => boolean} place.isWanted whether it is worth to go on waiting for them
   * @param {string} place.from who leads
   * @param {(message: object) => void} place.say tells all other tabs
   * @param {() => void} place.failed the store must be opened anew
   */
  static begin(place) {
    return Leading.#begin(place, (beat) => {
      const { name, rung, options, patience, isWanted } = place;
      return openStore(name, rung, options, { patience, isWanted, beat });
    });
  }

  /** The same on a snapshot: reads are answered, writes are `store_busy`. */
  static beginOnSnapshot(place) {
    const reason = `${STUCK}; this is a snapshot of ${new Date().toISOString()}`;
    return Leading.#begin(place, () => openSnapshot(place.name, reason, place.options));
  }

  static async #begin(place, open) {
    const leading = new Leading(place);
    const sayOpening = () => leading.#speak({ type: 'opening', epoch: leading.epoch });
    const opening = setInterval(sayOpening, BEAT);
    sayOpening();
    try {
      leading.#start(await open(() => leading.#beat(sayOpening)));
      return leading;
    } finally {
      clearInterval(opening);
    }
  }

  constructor({ options, dictionary, epoch, from, say, failed }) {
    this.#options = options;
    this.#dictionary = dictionary;
    this.epoch = epoch;
    this.#from = from;
    this.#say = say;
    this.#failed = failed;
  }

  #start(store) {
    this.#store = store;
    this.persistence = { role: 'leader', ...sharedPersistence(store.memory.persistence) };
    this.#executor = new Executor(store.memory, {
      setNow: (now) => (store.now = now),
      settle: () => this.#settle(),
    });
    this.#timer = setInterval(() => this.announce(), BEAT);
    this.announce();
  }

  /** Tells all tabs that this one leads. */
  announce() {
    const { epoch, persistence } = this;
    const options = agreedOptions(this.#options);
    const from = this.#from;
    this.#speak({
      type: 'lead',
      epoch,
      from,
      protocol: PROTOCOL,
      format: FORMAT,
      options,
      persistence,
      dictionary: this.#dictionary.hash,
    });
  }

  get isIdle() {
    return this.#executor.isIdle;
  }

  /** Runs a call of this tab. Rejects with Dismissed once end() was called. */
  run(call) {
    if (this.persistence.role === 'snapshot' && changes(call.method)) {
      const remedy = 'close the other tabs of this site, or reload them';
      return Promise.reject(new MemoryError('store_busy', `${STUCK}; ${remedy}`));
    }
    const running = this.#executor.run(call).catch((error) => {
      if (error.cause instanceof WebAssembly.RuntimeError) this.#failed(); // the engine crashed
      throw error;
    });
    return call.method === 'loadSegmenter' ? this.#share(call, running) : running;
  }

  // The next leader must have the dictionary, too.
  async #share({ args: [dictionary] }, loading) {
    const loaded = await loading;
    await this.#dictionary.replace(dictionary);
    this.announce();
    return loaded;
  }

  /** A follower hands over its end of a line. */
  connect(from, port) {
    this.#ports.get(from)?.close();
    this.#ports.set(from, port);
    port.onmessage = ({ data }) =>
      this.receive(data, (message, transfer) => port.postMessage(message, transfer));
    port.postMessage({ type: 'welcome', epoch: this.epoch });
  }

  /** A message of a follower to this leader; `post` answers it. */
  receive(message, post) {
    if (message.to !== this.epoch) return;
    if (message.type === 'call') this.#serve(message.from, message.call, post);
    if (message.type === 'go') this.#proceed(message);
  }

  /** Whether the browser still has the store's files. */
  isPresent() {
    return this.#store.isPresent();
  }

  /** Folds the store's log into its one file, unless there is something else to do. */
  checkpoint() {
    if (!this.isIdle) return;
    try {
      checkpoint(this.#store.memory);
    } catch {
      // The next call says what is wrong with the store.
    }
  }

  /** Ends the running call, dismisses the others, and gives the store up. */
  async end() {
    clearInterval(this.#timer);
    await this.#executor.stop();
    try {
      await this.#store.close();
    } finally {
      for (const port of this.#ports.values()) port.close();
      this.#say({ type: 'gone', epoch: this.epoch });
    }
  }

  async #settle() {
    try {
      await this.#store.settle();
    } catch (error) {
      this.#failed(); // what is in memory is ahead of what is kept
      // Of one that was replaced nothing is kept: the call goes to the next leader.
      throw error.code === 'store_busy' ? new Dismissed() : error;
    }
  }

  // Each call of the store's host comes by here.
  #beat(sayOpening) {
    if (performance.now() - this.#lastWord < LONG_CALL_BEAT) return;
    if (this.#store) this.announce();
    else sayOpening();
  }

  #speak(message) {
    this.#lastWord = performance.now();
    this.#say(message);
  }

  #serve(from, call, post) {
    const { id } = call;
    const key = `${from} ${id}`;
    post({ type: 'ack', to: from, id });
    if (this.#inHand.has(key)) return; // sent twice, since the first acknowledgement was late
    this.#inHand.add(key);
    const progress = call.progress && ((value) => this.#ask(key, post, { to: from, id, value }));
    const answer = (outcome) =>
      post({ type: 'answer', to: from, id, ...outcome }, bytesOf(outcome));
    this.run({ ...call, progress })
      .then(
        (result) => answer({ result }),
        // A dismissed call is answered by the next leader.
        (error) => error instanceof Dismissed || answer({ error: packError(error) }),
      )
      .finally(() => this.#inHand.delete(key));
  }

  #ask(key, post, question) {
    post({ type: 'progress', ...question });
    return new Promise((resolve) => this.#asked.set(key, resolve));
  }

  #proceed({ from, id, proceed }) {
    const key = `${from} ${id}`;
    this.#asked.get(key)?.(proceed);
    this.#asked.delete(key);
  }
}

// Whether it is protected is asked by each page for itself.
function sharedPersistence({ mode, reason, durability, role }) {
  return { mode, reason, durability, ...(role === 'snapshot' && { role }) };
}

const changes = (method) => METHODS[method].writes || ['compact', 'repair'].includes(method);

/** What of a message can be handed over instead of copied: an export's bytes, which nobody keeps. */
export function bytesOf({ result }) {
  return result instanceof Uint8Array ? [result.buffer] : [];
}
