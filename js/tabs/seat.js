// One tab's seat at a store that all tabs share. It waits for the lead, follows whoever has it, and
// sees that each call of its tab is answered, whoever leads meanwhile (calls.js).
//
//              granted                     closed, hidden, frozen: makes way
//   waiting ------------> leading -----------------------------------------> waiting
//      | lead heard          | lock taken by force: gives the files up          ^
//      v                     +--------------------------------------------------+
//   following -- leader silent for SILENCE and something to do: takes the lock by force --> leading
//
// Tested by tests/browser/tabs.test.js.

import { MemoryError, closedError } from '../errors.js';
import { disagreementWith, isNewer, isOlder } from './agreement.js';
import { PendingCalls } from './calls.js';
import { Dismissed } from './executor.js';
import { Following } from './following.js';
import { Leadership, isHeldExclusively } from './leadership.js';
import { Leading } from './leading.js';
import { openOpfsHost } from './opening.js';
import { SharedDictionary } from './shared_dictionary.js';
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

const PASS = 100; // milliseconds for a visible tab to be faster
const LOOK = 3; // ticks between two looks whether the files are still there

export class Seat {
  #name;
  #rung;
  #options;
  #dictionary;
  #told;
  #id = crypto.randomUUID();
  #channel;
  #broker;
  #leadership;
  #opening = Promise.resolve(); // while this tab opens the store
  #leading; // while it leads and the store is open
  #ended = Promise.resolve(); // while it gives the store up
  #following; // while it follows
  #epoch = 0; // the newest heard of
  #persistence;
  #calls = new PendingCalls();
  #arrival = withResolvers();
  #heardAt = performance.now();
  #waiterAt = -Infinity; // when a visible follower was last heard of
  #hiddenAt = Infinity;
  #isAway = false; // frozen, or in the cache of pages that may come back
  #closing; // the promise of close()
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

  constructor(name, rung, { dictionary, ...options }, { broker, told }) {
    this.#name = name;
    this.#rung = rung;
    this.#options = options;
    this.#dictionary = new SharedDictionary(name, { ...options, dictionary });
    this.#told = told;
    this.#broker = broker;
    if (broker) broker.onmessage = ({ data, ports }) => this.#leading?.connect(data.from, ports[0]);
    this.#channel = new BroadcastChannel(lockName(name));
    this.#channel.onmessage = ({ data }) => this.#hear(data);
    this.#leadership = new Leadership(name, {
      granted: (turn) => (this.#opening = this.#lead(turn)),
      lost: () => this.#makeWay(),
    });
    this.#timer = setInterval(() => this.#tick(), BEAT);
    this.#leadership.claim();
    this.#askForLeader();
  }

  /** Answers a call of this tab: method, args, key, now and progress of a PendingCall. */
  call(call) {
    if (this.#closing) return Promise.reject(closedError());
    const pending = this.#calls.add(call);
    this.#send(pending);
    if (call.method === 'loadSegmenter') this.#dictionary.watch(pending);
    return pending.answered;
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
  close() {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close() {
    await this.#calls.settled();
    clearInterval(this.#timer);
    await this.#stopLeading();
    this.#leadership.release();
    await this.#opening; // which ends as the lead is not wanted any more
    this.#stopFollowing();
    this.#channel.close();
  }

  // --- leading ---

  async #lead(turn) {
    const epoch = (this.#epoch = Math.max(Date.now(), this.#epoch + 1));
    this.#stopFollowing();
    if (this.#shouldPass()) return void this.#makeWay({ after: PASS });
    this.#broker?.postMessage({ type: 'lead', store: this.#name, epoch });
    try {
      await this.#beginLeading(this.#placeAt(epoch, turn), turn);
    } catch (error) {
      this.#fail(error);
      this.#makeWay({ after: BEAT });
    }
  }

  async #beginLeading(place, turn) {
    place.options = { ...this.#options, dictionary: await this.#dictionary.toLead() };
    let leading;
    try {
      leading = await Leading.begin(place);
    } catch (error) {
      if (!this.#isWanted(turn)) return undefined;
      if (error.code !== 'store_busy' || this.#rung.mode !== 'opfs') throw error;
      leading = await Leading.beginOnSnapshot(place);
    }
    if (!this.#isWanted(turn)) return leading.end();
    this.#leading = leading;
    this.#arrive(leading.persistence);
    this.#dictionary.keep();
    return this.#sendAll();
  }

  // Not when the lead was lost or given up meanwhile.
  #isWanted(turn) {
    return turn === this.#leadership.turn;
  }

  #placeAt(epoch, turn) {
    return {
      patience: turn.isForced ? STUCK_HANDLES : HANDLES,
      isWanted: () => this.#isWanted(turn),
      name: this.#name,
      rung: this.#rung,
      dictionary: this.#dictionary,
      epoch,
      from: this.#id,
      say: (message) => this.#say(message),
      failed: () => this.#makeWay(),
    };
  }

  // Gives the lead up, and waits for it again unless the page is away.
  async #makeWay({ after = 0 } = {}) {
    const { turn } = this.#leadership;
    await this.#stopLeading();
    this.#leadership.release(turn);
    if (after > 0) await new Promise((resolve) => setTimeout(resolve, after));
    if (this.#isAway || this.#isDone) return;
    this.#leadership.claim();
    this.#askForLeader();
  }

  // Resolves when nothing of the store is open any more, whoever began with that.
  async #stopLeading() {
    const leading = this.#leading;
    this.#leading = undefined;
    if (leading) {
      this.#broker?.postMessage({ type: 'gone', store: this.#name, epoch: leading.epoch });
      this.#ended = leading.end().catch(() => {}); // what was acknowledged is kept already
    }
    await this.#ended;
  }

  // --- following ---

  #hear(message) {
    const handlers = {
      hello: () => this.#hello(message),
      waiting: () => (this.#waiterAt = performance.now()),
      opening: () => this.#noticeLeader(message),
      lead: () => this.#follow(message),
      gone: () => message.epoch === this.#following?.epoch && this.#stopFollowing(),
      call: () => this.#leading?.receive(message, (answer) => this.#say(answer)),
      go: () => this.#leading?.receive(message, (answer) => this.#say(answer)),
    };
    if (message.to === this.#id) this.#following?.receive(message);
    else handlers[message.type]?.();
  }

  // An older Loci makes way for a newer one, which may have raised the format of the store.
  #hello(newcomer) {
    if (!this.#leading) return;
    if (isNewer(newcomer)) this.#makeWay({ after: BEAT });
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
    this.#dictionary.hear(lead.dictionary);
    if (lead.epoch === this.#following?.epoch) return this.#following.sendLost();
    if (isOlder(lead)) return this.#askForLeader(); // at which it makes way
    const disagreement = disagreementWith(lead, this.#options);
    return disagreement ? this.#fail(disagreement) : this.#followAt(lead);
  }

  async #followAt({ epoch, persistence }) {
    this.#stopFollowing();
    this.#epoch = epoch;
    this.#following = new Following(epoch, this.#calls);
    const isWanted = await this.#following.open({
      store: this.#name,
      from: this.#id,
      broker: this.#broker,
      say: (message) => this.#say(message),
    });
    if (!isWanted) return;
    const role = persistence.role === 'snapshot' ? 'snapshot' : 'follower';
    this.#arrive({ ...persistence, role });
    this.#sendAll();
    this.#dictionary.bring((call) => this.call(call));
  }

  #stopFollowing() {
    this.#following?.close();
    this.#following = undefined;
  }

  // --- calls ---

  #send(call) {
    if (this.#leading) this.#runHere(call);
    else this.#following?.send(call);
  }

  #sendAll() {
    for (const call of this.#calls) this.#send(call);
  }

  #runHere(call) {
    this.#leading.run(call).then(
      (result) => this.#calls.answer(call, { result }),
      (error) => error instanceof Dismissed || this.#calls.answer(call, { error }),
    );
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
    if (this.#leading !== snapshot) return;
    const { turn } = this.#leadership;
    await this.#stopLeading();
    if (turn && this.#isWanted(turn)) this.#opening = this.#lead(turn);
  }

  async #replaceLeader() {
    this.#heardAt = performance.now();
    if (await isHeldExclusively(this.#name)) return this.#fail(heldExclusively(this.#name));
    const before = this.#heardAt;
    return this.#leadership.seize(() => this.#heardAt === before && this.#needsLeader());
  }

  #isLeaderSilent() {
    return performance.now() - this.#heardAt > SILENCE;
  }

  // An idle tab leaves a silent leader alone, and one that opens the store itself has the lead.
  #needsLeader() {
    const isWaiting = !this.#isAway && !this.#leadership.isHeld;
    return isWaiting && (this.#calls.size > 0 || (!this.#persistence && !this.#closing));
  }

  // Closing waits for answers, and so for a leader.
  get #isDone() {
    return this.#closing !== undefined && this.#calls.size === 0;
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
    this.#calls.fail(error);
  }

  #say(message) {
    this.#channel.postMessage(message);
  }
}

function heldExclusively(name) {
  const what = `the store ${name} is open with exclusive: true elsewhere; close it there`;
  return new MemoryError('store_busy', what);
}

function withResolvers() {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
}
