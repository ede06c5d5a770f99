/**
 * One conversation with the evidence face, as a host sees it: the steps that lead from a question to
 * its follow-ups, and what was given on the way. The engine has a memory of its own for the latter,
 * which alone decides what is left out; here is what can be told of it from outside.
 *
 *   ask "the leak" -> 1, root 1        expand "chimney" from 1 -> 2, parent 1, root 1
 *   ask "the key"  -> 3, root 3        nearby hut_ch02_e03 from 1 -> 4, parent 1, root 1 (a branch)
 *
 * No DOM here. Tested by tests/browser/page_evidence_parts.test.js.
 */

/** How long the engine remembers what it has delivered, and how much of it; SPEC of the face. */
export const REMEMBERED_MS = 15 * 60_000;
const REMEMBERED_IDS = 640;

/** What one question and all its follow-ups may deliver. */
export const CHAIN_LENGTH = 20;

const KEPT_CALLS = 50;

export class Conversation extends EventTarget {
  /** What people call it. */
  name;
  /**
   * `{number, kind: 'search' | 'expand' | 'nearby', title, request, options, reply, events, parent,
   * root}` each; `reply` is what `evidence.call` gave, an error included, `events` [] then.
   */
  steps = [];
  /** The step that is looked at, or null. */
  current = null;
  /** What was called, the latest first: `{number, request, options, reply, milliseconds}`. */
  calls = [];

  #evidence;
  #session;
  #now;
  #given = new Map(); // by id: {id, summary, step, at}, in the order of delivery
  #called = 0;

  /** `evidence`: of a memory; `session`: how the engine knows this conversation; `now`: in ms. */
  constructor(evidence, { name, session, now = () => performance.now() }) {
    super();
    this.name = name;
    this.#evidence = evidence;
    this.#session = session;
    this.#now = now;
  }

  /**
   * Asks. `request`: as `search` takes it; `options`: `{embedding?, model?}`. Resolves to the step.
   */
  ask(request, options = {}) {
    const title = request.query_text || 'the newest';
    return this.#step('search', title, { operation: 'search', ...request }, { options });
  }

  /** Asks again what `step` goes back to; `changes`: what is asked otherwise, like `reset_seen`. */
  askAgain(step, changes = {}) {
    const { operation, reset_seen, include_delivered, ...request } = step.root.request;
    return this.ask({ ...request, ...changes }, step.root.options);
  }

  /** Other events that mention a concept, `{id, name}`, of an event that `step` led to. */
  expand(step, { id, name }) {
    const request = { operation: 'expand', cursor: step.reply.cursor, concept_id: id };
    return this.#step('expand', name, request, { parent: step });
  }

  /** What stands before and after an event in its chapter. */
  nearby(step, { id }) {
    const request = { operation: 'nearby', cursor: step.reply.cursor, event_id: id };
    return this.#step('nearby', id, request, { parent: step });
  }

  /** A part of a content; delivers nothing, so it is no step. */
  read(id, start, limit) {
    return this.#call({ operation: 'read', event_id: id, start, limit });
  }

  /** Looks at a step that was taken. */
  goTo(step) {
    this.current = step;
    this.#tell();
  }

  /** What was given, the latest first: `{id, summary, step, age (ms), isRemembered}`. */
  get given() {
    const now = this.#now();
    const all = Array.from(this.#given.values(), ({ at, ...one }) => ({ ...one, age: now - at }));
    return all.reverse().map((one, place) => ({
      ...one,
      isRemembered: one.age < REMEMBERED_MS && place < REMEMBERED_IDS,
    }));
  }

  /** The step that gave an event last, or undefined. */
  stepOf(id) {
    return this.#given.get(id)?.step;
  }

  /** How many events the question of a step and all its follow-ups have delivered. */
  deliveredAlong({ root }) {
    const chain = this.steps.filter((step) => step.root === root);
    return chain.reduce((sum, { events }) => sum + events.length, 0);
  }

  async #step(kind, title, request, { parent = null, options = {} }) {
    const reply = await this.#call(request, options);
    const events = reply.events ?? [];
    const number = this.steps.length + 1;
    const step = { number, kind, title, request, options, reply, events, parent };
    step.root = parent?.root ?? step;
    this.#remember(step);
    this.steps.push(step);
    this.goTo(step);
    return step;
  }

  #remember(step) {
    const { request, reply, events } = step;
    // An engine that does not know its own cursor is another one: its tab was closed.
    if ((request.reset_seen && !reply.error) || reply.error?.code === 'cursor_unknown') {
      this.#given.clear();
    }
    for (const { id, summary } of events) {
      this.#given.delete(id); // to the end of the order
      this.#given.set(id, { id, summary, step, at: this.#now() });
    }
  }

  async #call(request, options = {}) {
    const all = { session: this.#session, ...options };
    const begun = this.#now();
    const reply = await this.#evidence.call(request, all);
    const milliseconds = this.#now() - begun;
    this.calls.unshift({ number: ++this.#called, request, options: all, reply, milliseconds });
    this.calls.length = Math.min(this.calls.length, KEPT_CALLS);
    this.dispatchEvent(new Event('call'));
    return reply;
  }

  #tell() {
    this.dispatchEvent(new Event('change'));
  }
}
