// A process that writes is killed with SIGKILL, over and over, on one store. Whoever opens it next
// gets it at once and finds all that was acknowledged, in order, and of the write under way all or
// nothing.
//
// What a killed process has handed to the system is not lost with it, so this holds for both kinds of
// durability. What a power cut may take is another matter: tests/store/power_cut_native_test.cpp.
//
//   LOCI_KILLS=2000 LOCI_KILL_SEED=7 node --test tests/js/store/kill.test.js

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { openMemory } from '../../../js/index.js';
import { makeRandom } from '../../support/random.js';
import { StoreModel, describeStore, operations } from '../../support/store_operations.js';
import { newStore } from '../../support/temp_store.js';

const CHILD = fileURLToPath(new URL('kill_child.js', import.meta.url));
const KILLS = Number(process.env.LOCI_KILLS ?? 200); // both kinds of durability together
const SEED = Number(process.env.LOCI_KILL_SEED ?? 1);
const MOST_DONE = 4; // writes acknowledged before a kill

class KillLoop {
  /** What the store may hold: one model, or two while the fate of the last write is unknown. */
  candidates = [new StoreModel()];
  killedIn = {}; // the kind of the write under way -> kills
  // Milliseconds that these took the last time, to spread the kills over all of it.
  #openTime = 200;
  #spillTime = 100;

  constructor(path, durability, seed) {
    Object.assign(this, { path, durability, random: makeRandom(seed) });
  }

  /** One life of a child, killed while it opens the store or while it writes. */
  async round(seed) {
    expireUnfinishedLock(this.path);
    const child = spawn(process.execPath, [CHILD, this.path, this.durability, `${seed}`], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const killAfter = (ms) => setTimeout(() => child.kill('SIGKILL'), ms);
    const stopAt = this.random(10) === 0 ? -1 : this.random(MOST_DONE + 1);
    if (stopAt < 0) killAfter(this.random(this.#openTime));
    const life = this.#follow(operations(seed), stopAt, killAfter);
    let errors = '';
    child.stderr.on('data', (text) => (errors += text));
    const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)));
    for await (const line of wholeLines(child.stdout)) life.hear(JSON.parse(line));
    assert.equal(await ended, 'SIGKILL', `round ${seed}: ${errors}`);
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
}

/** The lines of a stream; what it was cut off in the middle of is none. */
async function* wholeLines(stream) {
  let rest = '';
  for await (const text of stream.setEncoding('utf8')) {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    yield* lines;
  }
}

/**
 * A process killed between creating its lock and filling it leaves one that says nothing, and that is
 * held for ten seconds. They are made to have passed.
 */
function expireUnfinishedLock(path) {
  for (const lock of [`${path}.lock`, `${path}.lock.takeover`]) {
    if (fs.statSync(lock, { throwIfNoEntry: false })?.size !== 0) continue;
    const longAgo = new Date(Date.now() - 60_000);
    fs.utimesSync(lock, longAgo, longAgo);
  }
}

describe('killed with SIGKILL', { concurrency: true }, () => {
  for (const durability of ['full', 'relaxed']) {
    test(`${durability}: what was acknowledged is there, the rest whole or absent`, async (t) => {
      const path = newStore(t);
      const loop = new KillLoop(path, durability, SEED);
      for (let i = 0; i < KILLS / 2; ++i) await loop.round(SEED * 1_000_000 + i);
      expireUnfinishedLock(path);
      const memory = await openMemory(path, { durability });
      loop.match(describeStore(memory), memory.check().findings);
      memory.close();
      t.diagnostic(`killed during: ${JSON.stringify(loop.killedIn)}`);
      const kinds = ['opening', 'addMany', 'spill', 'shrink', 'compact']; // the long ones
      const missing = kinds.filter((kind) => !loop.killedIn[kind]);
      assert.ok(KILLS < 200 || missing.length === 0, `no kill during ${missing}`);
    });
  }
});
