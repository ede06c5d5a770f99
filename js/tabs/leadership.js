// The one lock of a store: who holds it leads. Waiting for it costs nothing and ends at once when the
// holder's tab is closed or killed. A Web Lock alone is not ownership, though: a frozen tab keeps its
// lock, so it can be taken by force from a leader that gives no sign of life.

import { exclusiveName, lockName, successionName } from './protocol.js';

export class Leadership {
  #store;
  #granted;
  #lost;
  #turn; // the one request that counts: {release, withdraw}

  /**
   * @param {string} store
   * @param {{granted: (turn: object) => void, lost: () => void}} told `turn` is `this.turn` for as
   *   long as the lead is, and `turn.isForced` when it was taken from another; `lost`: another tab took it by force
   */
  constructor(store, { granted, lost }) {
    this.#store = store;
    this.#granted = granted;
    this.#lost = lost;
  }

  /** The lead, or the wait for it; nothing where this tab does neither. */
  get turn() {
    return this.#turn;
  }

  /** Whether this tab has the lead. */
  get isHeld() {
    return this.#turn?.release !== undefined;
  }

  /** Waits for the lead, unless this tab waits or leads already. */
  claim() {
    if (this.#turn) return;
    const abort = new AbortController();
    this.#request({ signal: abort.signal }, () => abort.abort());
  }

  /**
   * Takes the lead by force, unless `isStuck` says, once it is this tab's turn to do so, that another
   * tab was faster.
   */
  async seize(isStuck) {
    await navigator.locks.request(successionName(this.#store), async () => {
      if (!isStuck()) return;
      this.release();
      await this.#request({ steal: true }, () => {});
    });
  }

  /** Gives the lead up, or the wait for it; not a later one than `turn`. */
  release(turn = this.#turn) {
    if (!turn || turn !== this.#turn) return;
    this.#turn = undefined;
    turn.withdraw();
    turn.release?.();
  }

  // Resolves when the lead is granted, or never will be.
  #request(options, withdraw) {
    const turn = { withdraw, release: undefined, isForced: options.steal === true };
    this.#turn = turn;
    return new Promise((settled) => {
      const hold = () =>
        new Promise((release) => {
          settled();
          turn.release = release;
          if (this.#turn === turn) this.#granted(turn);
          else release();
        });
      navigator.locks.request(lockName(this.#store), options, hold).catch(() => {
        settled();
        if (this.#turn !== turn) return;
        this.#turn = undefined;
        this.#lost();
      });
    });
  }
}

/** Whether somebody has the store to itself (`exclusive: true`). */
export async function isHeldExclusively(store) {
  const { held } = await navigator.locks.query();
  return held.some(({ name }) => name === exclusiveName(store));
}

/**
 * Takes the store for oneself, if nobody has it.
 * @returns {Promise<(() => void) | undefined>} what releases it; nothing where it is held
 */
export async function holdExclusively(store) {
  const lock = await takeIfFree(lockName(store));
  if (!lock) return undefined;
  const mark = await takeIfFree(exclusiveName(store));
  return () => {
    mark?.();
    lock();
  };
}

function takeIfFree(name) {
  return new Promise((resolve, reject) => {
    // The promise that holds the lock ends when its own resolver is called, which is handed out.
    const hold = (lock) => (lock ? new Promise((release) => resolve(release)) : resolve(undefined));
    navigator.locks.request(name, { ifAvailable: true }, hold).catch(reject);
  });
}
