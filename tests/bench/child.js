// The parent's side of worker.js and its like: start an engine's process, call its methods, stop it.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const WORKER = 'worker.js';

/** A running engine process: `call(method, ...args)` gives a promise, `stop()` ends it. */
export class Child {
  #process;
  #waiting = new Map();
  #next = 0;

  constructor(name, worker) {
    this.name = name;
    const file = fileURLToPath(new URL(worker, import.meta.url));
    this.#process = fork(file, [name], {
      execArgv: ['--expose-gc'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.ready = new Promise((resolve, reject) =>
      this.#waiting.set(undefined, { resolve, reject }),
    );
    this.ready.catch(() => {}); // reported by whoever awaits it, also when that comes later
    this.#process.on('message', (message) => this.#settle(message));
    this.#process.on('exit', (code) => this.#failAll(new Error(`${name} ended with code ${code}`)));
  }

  #settle({ id, result, error }) {
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) reject(new Error(`${this.name}: ${error}`));
    else resolve(result);
  }

  #failAll(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  async call(method, ...args) {
    await this.ready;
    const id = this.#next++;
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#process.send({ id, method, args });
    return answer;
  }

  stop() {
    this.#waiting.clear();
    this.#process.kill();
  }
}

/**
 * Runs `work(children)` with one process for each engine name; ends them whatever happens. `worker`
 * is the module that each runs.
 */
export async function withChildren(names, work, worker = WORKER) {
  const children = names.map((name) => new Child(name, worker));
  try {
    return await work(children);
  } finally {
    for (const child of children) child.stop();
  }
}
