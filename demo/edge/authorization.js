// Who may ask: whoever brings the secret LOCI_TOKEN as a bearer token (RFC 6750). It opens all agents,
// so it belongs into a server of yours and never into a page.
//
// Tested by tests/edge/http_parts.test.js.

import { Refusal } from './errors.js';

const ENCODER = new TextEncoder();

/**
 * Throws a Refusal unless the request brings `token`. Where none is set nobody gets in: a worker that
 * was deployed in haste is closed, not open.
 */
export async function authorize(request, token) {
  if (!token) throw unset();
  const header = request.headers.get('authorization') ?? '';
  const given = /^bearer +(.+)$/i.exec(header)?.[1];
  if (given === undefined) throw unauthorized('give the token as `Authorization: Bearer <token>`');
  if (await areSame(given, token)) return;
  throw unauthorized('this token is not the one that was set', ', error="invalid_token"');
}

function unset() {
  const remedy =
    'set it by `npx wrangler secret put LOCI_TOKEN`, or for `npx wrangler dev` by a line ' +
    'LOCI_TOKEN=… in .dev.vars before it starts';
  return new Refusal(500, 'not_configured', `no token is set, so nobody may ask: ${remedy}`);
}

function unauthorized(message, more = '') {
  const headers = { 'www-authenticate': `Bearer realm="loci"${more}` };
  return new Refusal(401, 'unauthorized', message, headers);
}

// Digests have one length, and all of their bytes are looked at, so how long it takes tells nothing
// of how much of a guess was right.
async function areSame(a, b) {
  const [left, right] = await Promise.all([digest(a), digest(b)]);
  return left.reduce((difference, byte, i) => difference | (byte ^ right[i]), 0) === 0;
}

const digest = async (text) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', ENCODER.encode(text)));
