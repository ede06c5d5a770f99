// What goes wrong on the command line itself; what goes wrong in a store is a MemoryError.
//
// Tested by tests/js/cli_store.test.js.

/** What a person can mend. The message is one sentence that says how. */
export class CommandError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** A command line that cannot be understood. `command`: whose help tells more, if any. */
export class UsageError extends CommandError {
  constructor(message, command) {
    super('usage', message);
    this.command = command;
  }
}

const REASONS = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a folder',
  EEXIST: 'there is a file of that name',
  EACCES: 'you have no permission for that',
  EPERM: 'you have no permission for that',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is full',
  EFBIG: 'the file would be larger than is allowed here',
  EMFILE: 'too many files are open',
  EADDRINUSE: 'it is taken, and --port names another',
};

/** What the file system refused: `what` names the deed, `cause` is what it threw. */
export function fileError(what, cause) {
  if (!cause?.code) return cause;
  const reason = REASONS[cause.code] ?? cause.message;
  return Object.assign(new CommandError('file_error', `${what}: ${reason}`), { cause });
}

/** The result of `work`; what the file system throws becomes a fileError(). */
export function onFiles(what, work) {
  try {
    return work();
  } catch (cause) {
    throw fileError(what, cause);
  }
}

// What to do where the engine's sentence leaves that open.
const REMEDIES = {
  read_only: 'check the permissions of the file and its folder',
  storage_full: 'free some room and try again',
  store_damaged: '`loci check` tells more, and `loci repair` keeps what can be read',
};

// Node puts its code in front, and the call with the path behind.
const SYSTEM_WORDS = /\bE[A-Z0-9]+: ([^,]+)(?:, \w+(?: '[^']*')?(?: -> '[^']*')?)?/;

/** The sentence for an error, its remedy included. */
export function sentenceFor(error) {
  if (error instanceof UsageError) {
    const help = error.command ? `loci help ${error.command}` : 'loci help';
    return `${error.message} (\`${help}\` tells more)`;
  }
  const message = String(error?.message ?? error).replace(SYSTEM_WORDS, '$1');
  const remedy = message.includes('--allow-') ? undefined : REMEDIES[error?.code]; // Deno's has one
  return remedy ? `${message}; ${remedy}` : message;
}
