// Stores that are killed over and over while they write, and what is found afterwards. For
// kill.test.js and kill.soak.js.
//
// A write counts as acknowledged when its answer has come to this process, which no kill of the
// browser touches; the next write is asked for only then. So the store must hold the acknowledged
// ones, and of the one under way all or nothing.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { kindOf, stateAfter } from './fixtures/kill/workload.js';
import { evaluate, openPage } from './support/page.js';

const OPENING = 600; // milliseconds, about, for kills that come before the stores are open
const WRITING = 1500;
const PROGRESS = 20; // kills between two words of it

/** A store that is killed, what it may hold, and how often it held anything else. */
export class Victim {
  counts = { kills: 0, corrupt: 0, lost: 0 };
  killedIn = {}; // what the store was doing -> kills
  findings = []; // in words
  #config;
  #seed;
  #generation = 0; // a new store for one that is corrupt
  #acknowledged = 0; // the number of writes
  #doing = 'opening';

  /**
   * @param {string} label
   * @param {{engine: 'loci' | 'sqlite'}} config for open() of fixtures/kill/<engine>_store.js
   * @param {number} seed
   */
  constructor(label, config, seed) {
    Object.assign(this, { label });
    this.#config = config;
    this.#seed = seed;
  }

  /**
   * One life: opens the store, judges what it holds, then writes until it is killed.
   * @param {(method: string, ...args: unknown[]) => Promise} call asks the worker
   * @param {{opened: () => void, isOver: () => boolean}} life
   */
  async live(call, { opened, isOver }) {
    this.#doing = 'opening';
    try {
      const isWhole = this.#judge(await call('open', this.#openConfig()));
      opened();
      while (isWhole) await this.#writeNext(call);
    } catch (error) {
      if (!isOver()) this.#condemn(error.message);
    } finally {
      opened();
    }
  }

  killed() {
    ++this.counts.kills;
    this.killedIn[this.#doing] = (this.killedIn[this.#doing] ?? 0) + 1;
  }

  #openConfig() {
    const { name, ...config } = this.#config;
    return { ...config, name: `${name}-${this.#generation}`, seed: this.#seed };
  }

  async #writeNext(call) {
    const n = this.#acknowledged + 1;
    this.#doing = kindOf(this.#seed, n);
    await call('write', this.#seed, n);
    this.#acknowledged = n;
  }

  #judge({ mode, state, problems }) {
    if (problems.length > 0) return this.#condemn(problems.slice(0, 3).join('; '));
    assert.equal(mode, this.#config.mode ?? mode, this.label);
    const n = this.#writesIn(state);
    if (n === undefined) return this.#condemn(`a state of no moment: ${JSON.stringify(state)}`);
    if (n < this.#acknowledged) {
      this.counts.lost += this.#acknowledged - n;
      this.findings.push(`${this.#acknowledged} acknowledged, ${n} found`);
    }
    this.#acknowledged = n;
    return true;
  }

  /** After how many writes a store holds this; the write under way may have been kept. */
  #writesIn(state) {
    for (let n = this.#acknowledged + 1; n >= 0; --n) {
      if (isDeepStrictEqual(stateAfter(this.#seed, n), state)) return n;
    }
    return undefined;
  }

  #condemn(problem) {
    ++this.counts.corrupt;
    this.findings.push(`after ${this.#acknowledged} writes: ${problem}`);
    ++this.#generation;
    this.#acknowledged = 0;
    this.#doing = 'nothing';
    return false;
  }
}

/** Terminates the workers of all victims `times` times, in one page. The next opening judges the last. */
export async function killWorkers(page, victims, times, random) {
  for (let i = 0; i < times; ++i) {
    await liveAndDie(page, victims, random, () => evaluate(page, terminateAll));
  }
}

/**
 * Kills the browser with all victims `times` times, each time by SIGKILL to all its processes,
 * and judges what is there at the end.
 * @param {() => Promise<object>} launch gives the browser, always on the same profile
 * @param {string} url of the page
 */
export async function killBrowsers(t, launch, url, victims, times, random) {
  for (let i = 0; i <= times; ++i) {
    const launched = await launch();
    const page = await openPage(t, launched, url);
    if (i < times) await liveAndDie(page, victims, random, launched.kill);
    else await judgeAll(page, victims);
    await launched.kill();
    if (i > 0 && i % PROGRESS === 0) console.log(`${launched.name}: ${i} of ${times} kills`);
  }
}

/** All victims live until `kill`, at a random moment: one time in ten while they open. */
async function liveAndDie(page, victims, random, kill) {
  const { lives, allOpened, end } = begin(page, victims);
  if (random(10) > 0) {
    await allOpened;
    await sleep(random(WRITING));
  } else {
    await sleep(random(OPENING));
  }
  end();
  for (const victim of victims) victim.killed();
  await kill();
  await Promise.race([Promise.allSettled(lives), sleep(50)]); // terminated workers never answer
}

/** One more opening, behind the last kill. */
async function judgeAll(page, victims) {
  const { allOpened, end } = begin(page, victims);
  await allOpened;
  end();
  await evaluate(page, terminateAll);
}

function begin(page, victims) {
  let isOver = false;
  const openings = [];
  const lives = victims.map((victim) => {
    const call = (...args) => evaluate(page, callWorker, victim.label, ...args);
    let opened;
    openings.push(new Promise((resolve) => (opened = resolve)));
    return victim.live(call, { opened, isOver: () => isOver });
  });
  return { lives, allOpened: Promise.all(openings), end: () => (isOver = true) };
}

async function callWorker(name, method, ...args) {
  const { call } = await import('/tests/browser/fixtures/kill/page.js');
  return call(name, method, ...args);
}

async function terminateAll() {
  const { terminateAll } = await import('/tests/browser/fixtures/kill/page.js');
  terminateAll();
}
