// Every failure as one shape, `{"error": {"code", "message", "detail"?}}`, and the status that fits.
//
// Tested by tests/edge/http_parts.test.js.

/** A request that is refused before a memory sees it. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} code for programs
   * @param {string} message one sentence for people: what is wrong, and what to do
   * @param {Record<string, string>} [headers] of the reply
   */
  constructor(status, code, message, headers = {}) {
    super(message);
    Object.assign(this, { name: 'Refusal', status, code, headers });
  }
}

/** The status of each code that a MemoryError can have: `contract().errors` lists them. */
export const STATUS = Object.freeze({
  invalid_argument: 400,
  too_large: 413,
  transaction_too_large: 413,
  invalid_vector: 422,
  dimension_mismatch: 422,
  model_mismatch: 409,
  unknown_item: 404,
  not_found: 404,
  unknown_event: 404,
  unknown_concept: 404,
  no_position: 422,
  cursor_unknown: 404,
  cursor_expired: 410,
  model_changed: 409,
  record_changed: 409,
  stale_hash: 409,
  read_only: 403,
  store_busy: 503,
  closed: 503,
  out_of_memory: 503,
  storage_full: 507,
  storage_error: 500,
  store_damaged: 500,
  unsupported_format: 500,
  options_mismatch: 500,
  not_persisted: 500,
  embedder_failed: 500,
  embedder_timeout: 500,
  internal: 500,
});

/** The reply to a request that failed with `error`, whatever was thrown. */
export function toResponse(error) {
  const { status, code, message, detail, headers } = facts(error);
  if (status === 500 && !(error instanceof Refusal)) console.error(error);
  return Response.json({ error: { code, message, detail } }, { status, headers });
}

function facts(error) {
  if (error instanceof Refusal) return error;
  if (error?.name === 'MemoryError') return { ...told(error), ...later(STATUS[error.code] ?? 500) };
  if (error?.overloaded || error?.retryable) {
    return { code: 'overloaded', message: 'this agent is busy; try again', ...later(503) };
  }
  const message = 'the worker has failed; its log tells more'; // which may be of no concern to a client
  return { code: 'internal', message, status: 500 };
}

const told = ({ code, message, detail }) => ({ code, message, detail });

const later = (status) => ({ status, headers: status === 503 ? { 'retry-after': '1' } : {} });
