// Calls of one session run one after another, those of different sessions side by side.
//
// Tested by tests/js/evidence_embedder.test.js.

export class SessionQueue {
  #last = new Map(); // the promise of each session's last call, while it runs or waits

  /**
   * Runs `work` when the calls of this session that came before have ended, well or not.
   * @param {string} session
   * @param {() => Promise} work
   */
  run(session, work) {
    const before = this.#last.get(session);
    const turn = before ? before.then(work) : work();
    const last = turn.catch(() => {});
    this.#last.set(session, last);
    last.then(() => this.#last.get(session) === last && this.#last.delete(session));
    return turn;
  }
}
