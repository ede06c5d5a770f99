// A process that writes is killed with SIGKILL, over and over, on one store. Whoever opens it next gets
// it at once and finds all that was acknowledged, in order, and of the write under way all or nothing.
//
// What a killed process has handed to the system is not lost with it, so this holds for both kinds of
// durability. What a power cut may take is another matter: tests/store/power_cut_native_test.cpp.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openMemory } from '../../js/index.js';
import { startIn, wholeLines } from './programs.js';
import { makeRandom } from './random.js';
import { StoreModel, describeStore, operations } from './store_operations.js';

const CHILD = fileURLToPath(new URL('kill_child.js', import.meta.url));
const MOST_DONE = 4; // writes acknowledged before a kill
const UNFINISHED_SECONDS = 11;
// How long a lock is believed whose owner may not say where it runs: by its like, and by Node. The
// rules are in bindings/hosts/lock_file.js.
const BELIEVED_SECONDS = { Deno: { itself: 5, node: 11 } };

/** Kills processes on one store, and knows what each of the next may find. */
export class KillLoop {
  /** What the store may hold: one model, or two while the fate of the last write is unknown. */
  candidates = [new StoreModel()];
  killedIn = {}; // the kind of the write under way -> kills
  // Milliseconds that these took the last time, to spread the kills over all of it.
  #openTime = 200;
  #spillTime = 100;

  /** @param {string} runtime where the killed processes run: a key of `runtimes` of programs.js */
  constructor(path, { runtime = 'Node', durability = 'full', seed = 1 } = {}) {
    Object.assign(this, { path, runtime, durability, random: makeRandom(seed) });
  }

  async run(rounds, seed) {
    for (let i = 0; i < rounds; ++i) await this.round(seed * 1_000_000 + i);
  }

  /** One life of a child, killed while it opens the store or while it writes. */
  async round(seed) {
    ageLock(this.path, BELIEVED_SECONDS[this.runtime]?.itself);
    const program = [CHILD, this.path, this.durability, `${seed}`];
    const child = startIn(this.runtime, dirname(this.path), program);
    const killAfter = (ms) => setTimeout(() => child.kill('SIGKILL'), ms);
    const stopAt = this.random(10) === 0 ? -1 : this.random(MOST_DONE + 1);
    if (stopAt < 0) killAfter(this.random(this.#openTime));
    const life = this.#follow(operations(seed), stopAt, killAfter);
    const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)));
    for await (const line of wholeLines(child.stdout)) life.hear(JSON.parse(line));
    assert.equal(await ended, 'SIGKILL', `round ${seed}: ${child.errors}`);
    this.#learn(life);
  }

  /** What is heard of a child, which is to die after `stopAt` writes and some time. */
  #follow(writes, stopAt, killAfter) {
    const life = { found: null, done: [], next: writes.next().value };
    let since = performance.now();
    life.hear = (line) => {
      if (line.found) {
        life.found = line;
        this.#openTime = performance.now() - since;
      } else {
        if (life.next.kind === 'spill') this.#spillTime = Math.max(20, performance.now() - since);
        life.done.push(life.next);
        life.next = writes.next().value;
      }
      since = performance.now();
      const span = life.next.kind === 'spill' ? this.#spillTime * 1.2 : 20;
      if (life.done.length === stopAt) killAfter(this.random(span));
    };
    return life;
  }

  #learn({ found, done, next }) {
    if (!found) {
      this.killedIn.opening = (this.killedIn.opening ?? 0) + 1;
      return;
    }
    const model = this.match(found.found, found.findings);
    done.forEach((operation) => model.apply(operation));
    this.candidates = [model, model.copy().apply(next)];
    this.killedIn[next.kind] = (this.killedIn[next.kind] ?? 0) + 1;
  }

  /** The candidate that the store holds; throws where it holds anything else. */
  match(found, findings) {
    assert.deepEqual(findings, []);
    const text = JSON.stringify(found);
    const model = this.candidates.find((one) => JSON.stringify(one.describe()) === text);
    if (!model) assert.deepEqual(found, this.candidates[0].describe());
    return model;
  }

  /** Opens the store here, and finds what must be there. */
  async finish() {
    ageLock(this.path, BELIEVED_SECONDS[this.runtime]?.node);
    const memory = await openMemory(this.path, { durability: this.durability });
    this.match(describeStore(memory), memory.check().findings);
    memory.close();
  }
}

/**
 * Lets seconds pass for the lock that a killed process left: for one that it did not finish, and that
 * says nothing; and for a finished one as many as are given.
 */
function ageLock(path, seconds = 0) {
  for (const lock of [`${path}.lock`, `${path}.lock.takeover`]) {
    const found = fs.statSync(lock, { throwIfNoEntry: false });
    const age = found?.size === 0 ? UNFINISHED_SECONDS : seconds;
    if (!found || age === 0) continue;
    const then = new Date(Date.now() - age * 1000);
    fs.utimesSync(lock, then, then);
  }
}
