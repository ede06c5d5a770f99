/** Questions that are answered by messages, in any order or never. No DOM here. */

const ANSWER_MS = 60_000;

export class Calls {
  #send;
  #open = new Map(); // by id: {resolve, reject, timer}
  #last = 0;

  /** `send(request)` sends a question on; its `id` comes back with the answer, to `settle`. */
  constructor(send) {
    this.#send = send;
  }

  /** The answer to a question; rejects where it tells an `error`, or does not come in time. */
  call(request, within = ANSWER_MS) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const late = () => this.settle({ id, error: `did not answer within ${within / 1000} s` });
      this.#open.set(id, { resolve, reject, timer: setTimeout(late, within) });
      this.#send({ ...request, id });
    });
  }

  /** Takes an answer; one that nobody waits for is dropped. */
  settle({ id, error, ...answer }) {
    const { resolve, reject, timer } = this.#open.get(id) ?? {};
    this.#open.delete(id);
    clearTimeout(timer);
    if (error === undefined) resolve?.(answer);
    else reject?.(new Error(`${error}`));
  }

  /** Tells all who wait that no answer will come. */
  fail({ message }) {
    for (const id of [...this.#open.keys()]) this.settle({ id, error: message });
  }
}
