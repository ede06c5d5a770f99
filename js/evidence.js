// The evidence face of a memory: events, what is found among them, and what follows from there. The
// engine does the work; here are the names, and `call`, the one entry for tools, whose errors are
// values.
//
// Tested by tests/js/evidence.test.js.

import { kindOf } from './arguments.js';
import { MemoryError, invalidArgument } from './errors.js';
import { defineFace, methodsOf } from './faces.js';

const FACE = methodsOf('evidence');
const OPERATIONS = ['search', 'read', 'expand', 'nearby'];

/** `memory.evidence`; evidence.d.ts describes it. */
export class Evidence {
  #run;

  /** @param {(method: string, args: unknown[]) => any} run calls a method of js/methods.js */
  constructor(run) {
    this.#run = run;
  }

  read(request, options) {
    return this.#run(FACE.read, [request, withoutEmbedding(options)]);
  }

  expand(request, options) {
    return this.#run(FACE.expand, [request, withoutEmbedding(options)]);
  }

  nearby(request, options) {
    return this.#run(FACE.nearby, [request, withoutEmbedding(options)]);
  }

  call(request, options) {
    try {
      return this.#operate(request, options);
    } catch (error) {
      return valueOf(error);
    }
  }

  #operate(given, options) {
    const { operation, ...request } = checkRequest(given);
    return this[operation](request, options);
  }

  static {
    defineFace(Evidence.prototype, 'evidence', (evidence, ...call) => evidence.#run(...call));
  }
}

/** The same by promise, of a memory that answers so. */
export class PromisedEvidence extends Evidence {
  async call(request, options) {
    try {
      return await super.call(request, options);
    } catch (error) {
      return valueOf(error);
    }
  }
}

// Only a search asks with an embedding; a host may hand the same options to all operations.
function withoutEmbedding(options) {
  if (options === null || typeof options !== 'object' || kindOf(options) !== 'Object')
    return options;
  const { embedding: _embedding, model: _model, ...rest } = options;
  return rest;
}

function checkRequest(request) {
  if (request === null || typeof request !== 'object' || kindOf(request) !== 'Object') {
    throw invalidArgument(
      `the request must be an object with an operation: ${OPERATIONS.join(', ')}`,
    );
  }
  const { operation } = request;
  if (OPERATIONS.includes(operation)) return { ...request, operation };
  throw invalidArgument(`operation must be one of ${OPERATIONS.join(', ')}`);
}

// What is no error of ours is the caller's own, as of a getter, and comes out as it is.
function valueOf(error) {
  if (!(error instanceof MemoryError)) throw error;
  const { code, message, detail } = error;
  return { error: { code, message, ...(detail !== undefined && { detail }) } };
}
