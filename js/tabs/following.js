// A tab that follows: its calls go to the leader of one epoch, and the answers come back.

import { unpackError } from '../wire.js';
import { openLink } from './link.js';

const AGAIN = 1000; // milliseconds until a call without acknowledgement is sent once more

export class Following {
  /** Of the leader. */
  epoch;
  #calls;
  #link; // once it is open
  #isOver = false;
  #sent = new Map(); // when each call was sent, by id; Infinity once the leader has said it has it

  /**
   * @param {number} epoch
   * @param {PendingCalls} calls
   */
  constructor(epoch, calls) {
    this.epoch = epoch;
    this.#calls = calls;
  }

  /** Opens the line to the leader; whether it is still wanted then. `place` as openLink() takes it. */
  async open(place) {
    const receive = (message) => this.receive(message);
    const link = await openLink({ ...place, epoch: this.epoch, receive });
    if (this.#isOver) link.close();
    else this.#link = link;
    return !this.#isOver;
  }

  close() {
    this.#isOver = true;
    this.#link?.close();
    this.#link = undefined;
  }

  /** Sends a call, or leaves it for the time when the line is open. */
  send({ id, method, args, key, now, progress }) {
    if (!this.#link) return;
    this.#sent.set(id, performance.now());
    const call = { id, method, args, key, now, progress: Boolean(progress) };
    this.#link.send({ type: 'call', call });
  }

  /** Sends those again that went out, and of which the leader has not said that it has them. */
  sendLost() {
    const before = performance.now() - AGAIN;
    for (const call of this.#calls) {
      if (this.#sent.get(call.id) < before) this.send(call);
    }
  }

  /** What the leader says to this tab alone. */
  async receive({ type, id, result, error, value }) {
    const call = this.#calls.get(id);
    if (!call) return;
    if (type === 'ack') this.#sent.set(id, Infinity);
    if (type === 'answer') this.#answer(call, { result, error: error && unpackError(error) });
    if (type === 'progress') {
      const proceed = await call.progress(value);
      this.#link?.send({ type: 'go', id, proceed });
    }
  }

  #answer(call, outcome) {
    this.#sent.delete(call.id);
    this.#calls.answer(call, outcome);
  }
}
