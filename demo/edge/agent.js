// One agent: a Durable Object, which runs in one place at a time and has a database of its own, and
// Loci in it. The platform starts objects where they are asked for, and takes idle ones out of memory;
// what was written is in the database by then, since a reply leaves only after its writes are kept.
//
// Tested by tests/edge/http.test.js.

import { DurableObject } from 'cloudflare:workers';
import { openMemory } from 'loci';
import wasm from 'loci/loci.wasm';

import { discard } from './bodies.js';
import { Refusal, toResponse } from './errors.js';
import { TokenBucket, limitsOf } from './limits.js';
import { Opened } from './opened.js';
import { agentOf } from './paths.js';
import { ROUTES, answer } from './routes.js';

export class Agent extends DurableObject {
  #opened = new Opened(() => openMemory({ durableObject: this.ctx.storage }, { wasm }));
  #isKnown = false; // whether something was written, ever
  #bucket;

  /** Answers what worker.js has let through. */
  async fetch(request) {
    try {
      const limits = limitsOf(this.env);
      this.#take(limits);
      const { path } = agentOf(new URL(request.url));
      const open = (route) => (route.isOfAgent ? this : this.#open(route));
      return await answer(request, path, { routes: ROUTES, limits, open });
    } catch (error) {
      this.#opened.failed(error);
      await discard(request);
      return toResponse(error);
    }
  }

  /** Removes all that this agent has, also what cannot be opened. */
  async removeAll() {
    if (!this.#isStored()) throw unknownAgent();
    await this.#open({}).catch(unlessDamaged);
    this.#opened.close(); // nothing is awaited from here on: nobody else opens it before it is gone
    this.#isKnown = false;
    await this.ctx.storage.deleteAll();
  }

  #take({ REQUEST_BURST: burst, REQUESTS_PER_SECOND: perSecond }) {
    const now = Date.now();
    this.#bucket ??= new TokenBucket({ burst, perSecond }, now);
    this.#bucket.take(now);
  }

  // To open a memory makes a store, so nobody does who only reads where there is none.
  async #open({ creates }) {
    if (!creates && !this.#isStored()) throw unknownAgent();
    const memory = await this.#opened.memory();
    this.#isKnown ||= wasWritten(memory.status());
    if (!creates && !this.#isKnown) throw unknownAgent();
    return memory;
  }

  #isStored() {
    const query = "SELECT 1 FROM sqlite_master WHERE name = 'loci_page'";
    return this.#isKnown || this.ctx.storage.sql.exec(query).toArray().length > 0;
  }
}

// A damaged store may not know its revision.
const wasWritten = ({ revision, damaged }) => damaged || revision > 0;

function unlessDamaged(error) {
  if (error instanceof Refusal) throw error;
}

function unknownAgent() {
  return new Refusal(404, 'unknown_agent', 'nothing was ever written to this agent');
}
