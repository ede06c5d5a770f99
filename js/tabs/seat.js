// One tab's seat at a store that all tabs share. It waits for the lead, follows whoever has it, and
// sees that each call of its tab is answered, whoever leads meanwhile: a call stays pending until its
// answer is here, and goes to each new leader again. Writes carry a key, by which the store knows
// those it has done, so that sending them again does nothing twice.
//
//              granted                     closed, hidden, frozen: makes way
//   waiting ------------> leading -----------------------------------------> waiting
//      | lead heard          | lock taken by force: gives the files up          ^
//      v                     +--------------------------------------------------+
//   following -- leader silent for SILENCE and something to do: takes the lock by force --> leading
//
// Tested by tests/browser/tabs.test.js.

import { MemoryError } from '../errors.js';
import { METHODS } from '../methods.js';
import { unpackError } from '../wire.js';
import { Dismissed } from './executor.js';
import { Leadership, isHeldExclusively } from './leadership.js';
import { Leading, agreedOptions, bytesOf } from './leading.js';
import { openLink } from './link.js';
import { openOpfsHost } from './opening.js';
import {
  BEAT,
  FORMAT,
  HANDLES,
  HIDDEN,
  PROTOCOL,
  SILENCE,
  STUCK_HANDLES,
  TICK_LATE,
  lockName,
} from './protocol.js';

const AGAIN = 1000; // milliseconds until a call without acknowledgement is sent once more
const PASS = 100; // milliseconds for a visible tab to be faster
const LOOK = 3; // ticks between two looks whether the files are still there

export class Seat {
  #name;
  #rung;
  #options;
  #told;
  #id = crypto.randomUUID();
  #channel;
  #broker;
  #leadership;
  #leading; // while this tab leads and the store is open
  #link; // while it follows
  #linkingTo; // the epoch that it follows, also before it has the link
  #epoch = 0; // the newest heard of
  #persistence;
  #pending = new Map(); // calls without an answer, by id
  #lastId = 0;
  #arrival = withResolvers();
  #heardAt = performance.now();
  #waiterAt = -Infinity; // when a visible follower was last heard of
  #hiddenAt = Infinity;
  #isAway = false; // frozen, or in the cache of pages that may come back
  #isClosing = false;
  #ticks = 0;
  #tickedAt = performance.now();
  #timer;

  /**
   * Takes a seat, and resolves when calls are answered: this tab leads, or has heard of the leader.
   * Rejects with a MemoryError: `store_busy` where somebody has the store to itself,
   * `options_mismatch`, and what opening the store rejects with where this tab leads.
   * @param {string} name of the store
   * @param {{mode: 'opfs' | 'indexeddb', reason: string}} rung
   * @param {object} options of openMemory()
   * @param {object} place
   * @param {MessagePort} [place.broker]
   * @param {(persistence: object) => void} place.told is told where the memory is kept, at each change
   */
  static async take(name, rung, options, { broker, told }) {
    if (await isHeldExclusively(name)) throw heldExclusively(name);
    const seat = new Seat(name, rung, options, { broker, told });
    try {
      await seat.#arrival.promise;
      return seat;
    } catch (error) {
      await seat.close();
      throw error;
    }
  }

  constructor(name, rung, options, { broker, told }) {
    this.#name = name;
    this.#rung = rung;
    this.#options = options;
    this.#told = told;
    this.#broker = broker;
    if (broker) broker.onmessage = ({ data, ports }) => this.#leading?.connect(data.from, ports[0]);
    this.#channel = new BroadcastChannel(lockName(name));
    this.#channel.onmessage = ({ data }) => this.#hear(data);
    this.#leadership = new Leadership(name, {
      granted: (turn) => this.#lead(turn),
      lost: () => this.#makeWay(),
    });
    this.#timer = setInterval(() => this.#tick(), BEAT);
    this.#leadership.claim();
    this.#askForLeader();
  }

  /**
   * Answers a call of this tab.
   * @param {{method: string, args: unknown[], now: number, progress?: Function}} call as Executor's;
   *   the key is given here
   */
  call({ method, args, now, progress }) {
    if (this.#isClosing) return Promise.reject(closed());
    const id = ++this.#lastId;
    const key = METHODS[method].writes ? `${this.#id}:${id}` : undefined;
    const { promise, resolve, reject } = withResolvers();
    const call = { id, method, args, key, now, progress, promise, resolve, reject };
    this.#pending.set(id, call);
    this.#send(call);
    return promise;
  }

  /** A hidden tab makes way for a visible one. */
  setVisible(isVisible) {
    this.#hiddenAt = isVisible ? Infinity : performance.now();
    if (!isVisible) this.#leading?.checkpoint();
    if (isVisible) this.#greet();
  }

  /** The page is about to be frozen or cached: it must own nothing meanwhile. */
  leave() {
    this.#isAway = true;
    return this.#makeWay();
  }

  /** It is back, and has lost the lead. */
  comeBack() {
    this.#isAway = false;
    this.#tickedAt = this.#heardAt = performance.now();
    this.#leadership.claim();
    this.#askForLeader();
  }

  /** Answers what was asked, then gives everything up. */
  async close() {
    if (this.#isClosing) return;
    this.#isClosing = true;
    await Promise.allSettled([...this.#pending.values()].map(({ promise }) => promise));
    clearInterval(this.#timer);
    await this.#stopLeading();
    this.#leadership.release();
    this.#link?.close();
    this.#channel.close();
  }

  // --- leading ---

  async #lead(turn) {
    const epoch = (this.#epoch = Math.max(Date.now(), this.#epoch + 1));
    this.#dropLink();
    if (this.#shouldPass()) return this.#makeWay({ after: PASS });
    this.#broker?.postMessage({ type: 'lead', store: this.#name, epoch });
    try {
      await this.#beginLeading(this.#placeAt(epoch, turn), turn);
    } catch (error) {
      this.#fail(error);
      await this.#makeWay({ after: BEAT });
    }
  }

  async #beginLeading(place, turn) {
    let leading;
    try {
      leading = await Leading.begin(place);
    } catch (error) {
      if (error.code !== 'store_busy' || this.#rung.mode !== 'opfs') throw error;
      leading = await Leading.beginOnSnapshot(place);
    }
    if (turn !== this.#leadership.turn) return leading.end(); // lost or given up meanwhile
    this.#leading = leading;
    this.#arrive(leading.persistence);
    return this.#sendAll();
  }

  #placeAt(epoch, { isForced }) {
    return {
      patience: isForced ? STUCK_HANDLES : HANDLES,
      name: this.#name,
      rung: this.#rung,
      options: this.#options,
      epoch,
      from: this.#id,
      say: (message) => this.#say(message),
      failed: () => this.#makeWay(),
    };
  }

  // Gives the lead up, and waits for it again unless the page is away.
  async #makeWay({ after = 0 } = {}) {
    const { turn } = this.#leadership;
    try {
      await this.#stopLeading();
    } finally {
      this.#leadership.release(turn);
    }
    if (after > 0) await new Promise((resolve) => setTimeout(resolve, after));
    if (this.#isAway || this.#isClosing) return;
    this.#leadership.claim();
    this.#askForLeader();
  }

  async #stopLeading() {
    const leading = this.#leading;
    this.#leading = undefined;
    if (!leading) return;
    this.#broker?.postMessage({ type: 'gone', store: this.#name, epoch: leading.epoch });
    await leading.end();
  }

  // --- following ---

  #hear(message) {
    const handlers = {
      hello: () => this.#hello(message),
      waiting: () => (this.#waiterAt = performance.now()),
      opening: () => this.#noticeLeader(message),
      lead: () => this.#follow(message),
      gone: () => message.epoch === this.#linkingTo && this.#dropLink(),
      call: () => this.#leading?.receive(message, (answer) => this.#say(answer)),
      go: () => this.#leading?.receive(message, (answer) => this.#say(answer)),
    };
    if (message.to === this.#id) this.#receive(message);
    else handlers[message.type]?.();
  }

  // An older Loci makes way for a newer one, which may have raised the format of the store.
  #hello({ protocol, format }) {
    if (!this.#leading) return;
    if (protocol > PROTOCOL || format > FORMAT) this.#makeWay({ after: BEAT });
    else this.#leading.announce();
  }

  #askForLeader() {
    this.#say({ type: 'hello', from: this.#id, protocol: PROTOCOL, format: FORMAT });
  }

  #noticeLeader({ epoch }) {
    if (epoch < this.#epoch) return false;
    this.#heardAt = performance.now();
    return true;
  }

  async #follow(lead) {
    if (!this.#noticeLeader(lead)) return undefined;
    if (this.#leading) return this.#makeWay(); // it was taken by force, and we did not hear of it yet
    if (lead.epoch === this.#linkingTo) return this.#link && this.#sendLost();
    const disagreement = disagreementWith(lead, this.#options);
    return disagreement ? this.#fail(disagreement) : this.#linkTo(lead);
  }

  async #linkTo({ epoch, persistence }) {
    this.#dropLink();
    this.#epoch = this.#linkingTo = epoch;
    const link = await openLink({
      store: this.#name,
      epoch,
      from: this.#id,
      broker: this.#broker,
      say: (message) => this.#say(message),
      receive: (message) => this.#receive(message),
    });
    if (epoch !== this.#linkingTo) return link.close();
    this.#link = link;
    const role = persistence.role === 'snapshot' ? 'snapshot' : 'follower';
    this.#arrive({ ...persistence, role });
    return this.#sendAll();
  }

  #dropLink() {
    this.#link?.close();
    this.#link = undefined;
    this.#linkingTo = undefined;
    for (const call of this.#pending.values()) call.isTaken = false;
  }

  // What the leader says to this tab alone.
  async #receive({ type, id, result, error, value }) {
    const call = this.#pending.get(id);
    if (!call) return;
    if (type === 'ack') call.isTaken = true;
    if (type === 'answer') this.#answer(call, { result, error: error && unpackError(error) });
    if (type === 'progress') {
      const link = this.#link;
      link?.send({ type: 'go', id, proceed: await call.progress(value) });
    }
  }

  // --- calls ---

  #send(call) {
    if (this.#leading) this.#runHere(call);
    else if (this.#link) this.#post(call);
  }

  #sendAll() {
    for (const call of this.#pending.values()) this.#send(call);
  }

  // Calls that went out, and of which the leader has not said that it has them.
  #sendLost() {
    const before = performance.now() - AGAIN;
    for (const call of this.#pending.values()) {
      if (!call.isTaken && call.sentAt < before) this.#post(call);
    }
  }

  #runHere(call) {
    this.#leading.run(call).then(
      (result) => this.#answer(call, { result }),
      (error) => error instanceof Dismissed || this.#answer(call, { error }),
    );
  }

  #post(call) {
    const { id, method, args, key, now, progress } = call;
    call.sentAt = performance.now();
    const message = { id, method, args, key, now, progress: progress !== undefined };
    this.#link.send({ type: 'call', call: message });
  }

  #answer(call, { result, error }) {
    this.#pending.delete(call.id);
    if (error) call.reject(error);
    else call.resolve(result);
  }

  // --- time ---

  #tick() {
    const now = performance.now();
    if (now - this.#tickedAt > TICK_LATE) this.#heardAt = now; // we slept
    this.#tickedAt = now;
    this.#ticks++;
    if (this.#leading) return this.#tickLeading(now);
    if (this.#ticks % 2 === 0) this.#greet();
    if (this.#needsLeader() && this.#isLeaderSilent()) return this.#replaceLeader();
    return undefined;
  }

  async #tickLeading() {
    if (this.#shouldPass() && this.#leading.isIdle) return this.#makeWay();
    if (this.#leading.persistence.role === 'snapshot') return this.#tryForFiles();
    if (this.#ticks % LOOK !== 0 || (await this.#leading.isPresent())) return undefined;
    return this.#makeWay(); // what is opened anew is empty, as the person wanted it
  }

  // On a snapshot: the one who had the files may have given them up.
  async #tryForFiles() {
    const snapshot = this.#leading;
    try {
      (await openOpfsHost(this.#name)).close();
    } catch {
      return;
    }
    if (this.#leading === snapshot) await this.#makeWay();
  }

  async #replaceLeader() {
    this.#heardAt = performance.now();
    if (await isHeldExclusively(this.#name)) return this.#fail(heldExclusively(this.#name));
    const before = this.#heardAt;
    return this.#leadership.seize(() => this.#heardAt === before && !this.#isClosing);
  }

  #isLeaderSilent() {
    return performance.now() - this.#heardAt > SILENCE;
  }

  // An idle tab leaves a silent leader alone, and one that opens the store itself has the lead.
  #needsLeader() {
    const isWaiting = !this.#isAway && !this.#leadership.isHeld;
    return isWaiting && (this.#pending.size > 0 || !this.#persistence);
  }

  #shouldPass() {
    const now = performance.now();
    return now - this.#hiddenAt > HIDDEN && now - this.#waiterAt < SILENCE;
  }

  #greet() {
    const waits = !this.#leading && !this.#isAway && this.#hiddenAt === Infinity;
    if (waits) this.#say({ type: 'waiting', from: this.#id });
  }

  // --- telling ---

  #arrive(persistence) {
    this.#persistence = Object.freeze({ ...persistence });
    this.#told(this.#persistence);
    this.#arrival.resolve();
  }

  #fail(error) {
    this.#arrival.reject(error);
    for (const call of this.#pending.values()) this.#answer(call, { error });
  }

  #say(message) {
    this.#channel.postMessage(message);
  }
}

function disagreementWith(lead, options) {
  if (lead.protocol > PROTOCOL || lead.format > FORMAT) {
    const what = 'a later version of Loci has this memory open in another tab; reload this page';
    return new MemoryError('unsupported_format', what);
  }
  if (lead.protocol < PROTOCOL || lead.format < FORMAT) return undefined; // it makes way
  const own = agreedOptions(options);
  const name = Object.keys(own).find((option) => own[option] !== lead.options[option]);
  if (name === undefined) return undefined;
  return new MemoryError(
    'options_mismatch',
    `another tab has this memory open with ${name} '${lead.options[name]}', not '${own[name]}';` +
      ' open it with the same, or close the other tab',
  );
}

function heldExclusively(name) {
  const what = `the store ${name} is open with exclusive: true elsewhere; close it there`;
  return new MemoryError('store_busy', what);
}

const closed = () => new MemoryError('closed', 'this memory was closed; open it again');

function withResolvers() {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
}
