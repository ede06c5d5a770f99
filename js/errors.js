/**
 * What goes wrong in Loci, with one of the codes of `contract().errors`. `message` names the argument
 * or the file and what to do next; `detail` holds figures for programs, where there are any.
 */
export class MemoryError extends Error {
  constructor(code, message, detail) {
    super(message);
    this.name = 'MemoryError';
    this.code = code;
    if (detail !== undefined) this.detail = detail;
  }
}

export const invalidArgument = (message) => new MemoryError('invalid_argument', message);

export const closedError = () => new MemoryError('closed', 'this memory was closed; open it again');

export const notPersisted = (reason) =>
  new MemoryError(
    'not_persisted',
    `requirePersistence was asked, and this memory would be lost with its page or process: ${reason}`,
  );

/** Codes of embeddings that come too late: their text has changed or gone. A new one is pending. */
export const GONE = Object.freeze(['unknown_item', 'unknown_event', 'not_found', 'stale_hash']);

const WORDS = 200; // characters

/** What was thrown or given, in words; it may be anything. */
export function inWords(value) {
  try {
    const text = String(Object(value).message ?? value);
    return text.length > WORDS ? `${text.slice(0, WORDS)}…` : text;
  } catch {
    return 'what cannot be told';
  }
}
