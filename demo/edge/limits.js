// What one agent may cost: bytes of a body, and requests a second.
//
// Tested by tests/edge/http_parts.test.js.

import { Refusal } from './errors.js';

/**
 * The variables of wrangler.toml, and what holds without them. An import is held in memory a few times
 * over while it is checked, and an object has 128 MB.
 */
export const DEFAULTS = Object.freeze({
  MAX_BODY_BYTES: 4 * 2 ** 20,
  MAX_IMPORT_BYTES: 24 * 2 ** 20,
  REQUESTS_PER_SECOND: 50,
  REQUEST_BURST: 100,
});

/** @returns {typeof DEFAULTS} as the environment of the worker sets them */
export function limitsOf(environment) {
  const names = Object.keys(DEFAULTS);
  return Object.fromEntries(names.map((name) => [name, limitOf(environment, name)]));
}

function limitOf(environment, name) {
  const value = Number(environment[name] ?? DEFAULTS[name]);
  const isEnough = name === 'REQUEST_BURST' ? value >= 1 : value > 0; // a request takes a whole token
  if (Number.isFinite(value) && isEnough) return value;
  const rule = 'a number above 0, and REQUEST_BURST from 1 on';
  throw new Refusal(500, 'not_configured', `the variable ${name} must be ${rule}`);
}

/**
 * A token bucket: it holds at most `burst` tokens and gains `perSecond` of them each second; a request
 * takes one. So an idle agent may be asked `burst` times at once, and a busy one `perSecond` times a
 * second.
 *
 * It lives as long as its object is in memory. The platform takes an object out only when it was idle
 * for some seconds, and its bucket would be about full again by then.
 */
export class TokenBucket {
  #tokens;
  #since;

  /** @param {number} now milliseconds, as those of take() */
  constructor({ burst, perSecond }, now) {
    Object.assign(this, { burst, perSecond });
    this.#tokens = burst;
    this.#since = now;
  }

  /** Takes a token, or throws the Refusal that says when there is one again. */
  take(now) {
    const gained = (Math.max(0, now - this.#since) / 1000) * this.perSecond;
    this.#tokens = Math.min(this.burst, this.#tokens + gained);
    this.#since = now;
    if (this.#tokens < 1) throw tooOften(Math.ceil((1 - this.#tokens) / this.perSecond));
    this.#tokens--;
  }
}

function tooOften(seconds) {
  const message = `this agent is asked too often; try again in ${seconds} s`;
  return new Refusal(429, 'rate_limited', message, { 'retry-after': `${seconds}` });
}
