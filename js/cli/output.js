// Writes to stdout and stderr. A reader that has read enough and closes the pipe, as `head` does, is
// no error: what is left is not written, and nothing is said.
//
// Tested by tests/js/cli_pipes.test.js.

import { fileError } from './errors.js';

/** Writes all of `chunk`. Rejects where that fails, but for a reader that is gone. */
export function write(stream, chunk) {
  return new Promise((resolve, reject) => {
    const done = (error) => {
      if (!error || error.code === 'EPIPE') resolve();
      else reject(unwritable(error));
    };
    stream.once('error', done); // it comes beside the callback, and unheard it ends the process
    const written = (error) => {
      if (!error) stream.removeListener('error', done);
      done(error);
    };
    try {
      stream.write(chunk, written);
    } catch (error) {
      done(error); // Deno throws it
    }
  });
}

// Not every runtime gives a code.
function unwritable(error) {
  const what = 'cannot write the answer';
  return error.code ? fileError(what, error) : new Error(`${what}: ${error.message}`);
}
