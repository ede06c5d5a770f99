// What all hosts share: which file is which, what a call answers when it fails, and the error that
// opening a browser's host rejects with. The rules are in README.md.

/** The files of a store, as the engine numbers them. */
export const DATABASE = 0;
export const LOG = 1;
export const JOURNAL = 2;

/** Failures of a host's call. */
export const FAILED = -1;
export const FULL = -2;
export const BUSY = -3;
export const READ_ONLY = -4;
export const TOO_LARGE = -5; // of an atomic host: the commit is above its limit

/** Why a store cannot be opened or settled, from what is done before and after the host's calls. */
export class HostError extends Error {
  /**
   * @param {'busy' | 'full' | 'refused' | 'failed'} code
   *   'busy': another owner has the store open; it may go away. 'full': no room. 'refused': not in
   *   this place or with this name, however often it is tried. 'failed': the medium failed
   * @param {string} message in words for people
   * @param {unknown} [cause] what the browser threw
   */
  constructor(code, message, cause) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'HostError';
    this.code = code;
  }
}

const CODE_OF = {
  NoModificationAllowedError: 'busy', // a sync access handle is open somewhere
  QuotaExceededError: 'full',
  NS_ERROR_FILE_NO_DEVICE_SPACE: 'full', // Firefox, where a file is made longer
  SecurityError: 'refused', // Firefox in a private window
  NotAllowedError: 'refused',
  NotSupportedError: 'refused',
  TypeError: 'refused', // a method that this browser, or this kind of thread, does not have
};

/** The HostError for what a browser threw, with `what` was not possible; a HostError stays itself. */
export function toHostError(what, error) {
  if (error instanceof HostError) return error;
  const code = CODE_OF[error?.name] ?? 'failed';
  return new HostError(code, `${what}: ${error?.message ?? error}`, error);
}

/**
 * The result of a host's `action`, or the code of what it throws, with the words in `lastError`: a
 * host's call never throws.
 */
export function guard(host, what, action) {
  try {
    return action();
  } catch (error) {
    host.lastError = `${what}: ${error?.message ?? error}`;
    return CODE_OF[error?.name] === 'full' ? FULL : FAILED;
  }
}
