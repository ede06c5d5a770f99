// Who may talk to a server on this machine. A page of the web reaches 127.0.0.1, too, so a browser has to
// say which site asks, and only sites that were named may. A name that a site lets point here, to pass
// for its own (DNS rebinding), stands in Host.
//
// Tested by tests/js/mcp_origins.test.js.

const HERE = ['127.0.0.1', 'localhost', '[::1]'];
const METHODS = 'GET, POST, DELETE';
const REQUEST_HEADERS =
  'Content-Type, Accept, Authorization, Last-Event-ID, Mcp-Session-Id, Mcp-Protocol-Version';
const DAY = 86_400; // seconds

function hostOf(header) {
  try {
    return new URL(`http://${header}`).hostname;
  } catch {
    return undefined;
  }
}

/** Why a request with these headers is refused, or undefined. `allowed`: origins, as a browser says them. */
export function refusal({ host, origin }, allowed) {
  if (!HERE.includes(hostOf(host))) return `the host ${host} is not this machine`;
  if (origin === undefined || allowed.includes(origin)) return undefined;
  return `the origin ${origin} is not allowed; start the server with --allow-origin ${origin}`;
}

/** What a page of `origin` has to be told so that its browser lets it talk to us. */
export const corsHeaders = (origin) => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Expose-Headers': 'Mcp-Session-Id',
  Vary: 'Origin',
});

/** The same before it asks: also that a page of the web may reach this machine. */
export const preflightHeaders = () => ({
  'Access-Control-Allow-Methods': METHODS,
  'Access-Control-Allow-Headers': REQUEST_HEADERS,
  'Access-Control-Allow-Private-Network': 'true',
  'Access-Control-Max-Age': String(DAY),
});
