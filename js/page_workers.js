// The workers of a page's memory: Loci's own, and the broker that all tabs share.

import { invalidArgument } from './errors.js';

/** Starts the worker of the option `worker`; one that the caller made is there already. */
export function startWorker(worker) {
  if (worker === undefined) {
    return new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'loci' });
  }
  if (worker instanceof Worker) return take(worker);
  return new Worker(address(worker, 'worker'), { type: 'module', name: 'loci' });
}

const owned = new WeakSet(); // workers of callers: each serves one memory, and ends with it

function take(worker) {
  if (owned.has(worker)) {
    throw invalidArgument('this Worker served a memory already, and ends with it; make a new one');
  }
  owned.add(worker);
  return worker;
}

const taken = new WeakSet(); // brokers of callers whose only port is in use

/** A port to the broker of the option `broker`. Without one the tabs talk where all of them hear. */
export function connectToBroker(broker) {
  if (broker === null || typeof SharedWorker === 'undefined') return undefined;
  if (!(broker instanceof SharedWorker)) return startBroker(broker).port;
  if (taken.has(broker)) return undefined;
  taken.add(broker);
  return broker.port;
}

function startBroker(broker) {
  if (broker === undefined) {
    return new SharedWorker(new URL('./broker.js', import.meta.url), {
      type: 'module',
      name: 'loci',
    });
  }
  return new SharedWorker(address(broker, 'broker'), { type: 'module', name: 'loci' });
}

function address(value, name) {
  if (typeof value !== 'string' && !(value instanceof URL)) {
    const article = name === 'worker' ? 'a Worker' : 'a SharedWorker';
    throw invalidArgument(`${name} must be a URL or ${article}`);
  }
  return value;
}
