// The line of a page's RemoteMemory to Loci's worker, which this starts and ends. The messages are
// those that js/worker.js handles.
//
// While the page is frozen or kept for going back, there is no worker: it would own the store on. A
// new one takes its place when the page is back, and gets all calls that have no answer; their keys
// keep a write from being done twice.

import { MemoryError, closedError, invalidArgument } from './errors.js';
import { METHODS } from './methods.js';
import { isVisible, watchPage } from './page_life.js';
import { connectToBroker, startWorker } from './page_workers.js';
import { askForProtection, isProtected } from './persist.js';
import { posting, unpackError } from './wire.js';

const CLOSE = Object.freeze({ type: 'close' });
const READY = 30_000; // milliseconds for the worker's script to load

export class WorkerLine {
  persistence;
  #place; // {location, options, worker, broker}
  #worker; // nothing while the page is away, and after an opening that failed
  #isAway = false;
  #pending = new Map(); // calls without an answer, by id
  #lastId = 0;
  #onProgress;
  #opening = {}; // {ready, resolve, reject} while it opens
  #closing; // the promise of close()
  #closed; // resolves it
  #isProtected = false;
  #hasAsked = false;
  #stopWatching;

  /** Opens `location` (as takeSeat() of js/tabs takes it) in a worker. Rejects with a MemoryError. */
  static async open(location, { worker, broker, onProgress, ...options }) {
    const line = new WorkerLine({ location, options, worker, broker }, onProgress);
    try {
      const protection = isProtected();
      await line.#open();
      line.#isProtected = await protection;
      line.#tell(line.persistence);
      onProgress?.({ step: 'ready' });
      return line;
    } catch (error) {
      line.#end();
      throw error;
    }
  }

  constructor(place, onProgress) {
    this.#place = place;
    this.#onProgress = onProgress;
    this.#stopWatching = watchPage({
      seen: () => this.#post({ type: 'visible', isVisible: isVisible() }),
      suspended: () => this.#suspend(),
      resumed: () => this.#resume(),
    });
  }

  call({ progress, ...call }) {
    if (this.#closing) return Promise.reject(closedError());
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const message = { type: 'call', id, call: { ...call, progress: Boolean(progress) } };
      this.#pending.set(id, { message, resolve, reject, progress });
      if (this.#worker) this.#post(message);
      else if (!this.#isAway) this.#start();
      if (METHODS[call.method].writes) this.#protect();
    });
  }

  close() {
    this.#closing ??= new Promise((resolve) => {
      this.#closed = resolve;
      if (!this.#worker && this.#pending.size > 0) this.#start(); // to answer what was asked
      if (this.#worker) this.#post(CLOSE);
      else resolve();
    }).then(() => this.#end());
    return this.#closing;
  }

  #open() {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(deaf()), READY);
      this.#opening = {
        ready: () => clearTimeout(late),
        resolve,
        reject: (error) => {
          clearTimeout(late);
          reject(error);
        },
      };
      this.#start();
    });
  }

  // The worker does not speak first: one that a page made long before would not be heard.
  #start() {
    const { location, options, worker, broker } = this.#place;
    this.#worker = startWorker(worker);
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => this.#break(event);
    const port = connectToBroker(broker);
    const message = { type: 'open', location, options, isVisible: isVisible() };
    posting(() => this.#worker.postMessage(message, port ? [port] : []));
    for (const call of this.#pending.values()) this.#post(call.message);
    if (this.#closing) this.#post(CLOSE);
  }

  #post(message) {
    this.#worker?.postMessage(message);
  }

  // What is kept nowhere stays where it is; so does a worker that is not ours to start again, which
  // makes way as soon as it hears of it.
  #suspend() {
    if (this.persistence?.mode === 'memory' || this.#place.options.readOnly) return;
    this.#isAway = true;
    if (typeof this.#place.worker === 'object' && this.#place.worker instanceof Worker) {
      this.#post({ type: 'leave' });
    } else {
      this.#stop();
    }
  }

  #resume() {
    this.#isAway = false;
    if (this.#worker) this.#post({ type: 'comeBack' });
    else this.#start();
  }

  #stop() {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #receive({ type, id, ...message }) {
    const handlers = {
      ready: () => this.#opening.ready?.(),
      step: () => this.#step(message.progress),
      opened: () => this.#opening.resolve(),
      failed: () => this.#fail(unpackError(message.error)),
      told: () => this.#tell(message.persistence),
      answer: () => this.#answer(id, message),
      progress: () => this.#proceed(id, message.value),
      closed: () => this.#closed(),
    };
    handlers[type]?.();
  }

  #step(progress) {
    if (progress.step === 'ready') return; // which is said when the page has it
    try {
      this.#onProgress?.(progress);
    } catch (error) {
      this.#opening.reject(error);
    }
  }

  #tell(persistence) {
    const persisted = persistence.mode !== 'memory' && this.#isProtected;
    this.persistence = Object.freeze({ ...persistence, persisted });
  }

  #answer(id, { result, error }) {
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    if (error) return call?.reject(unpackError(error));
    const { method, args } = call?.message.call ?? {};
    if (method === 'loadSegmenter') this.#place.options.dictionary = args[0]; // for the next worker
    return call?.resolve(result);
  }

  #proceed(id, value) {
    const proceed = this.#pending.get(id)?.progress(value) ?? true;
    this.#post({ type: 'go', id, proceed });
  }

  // On the first write, as a person then has something to lose.
  async #protect() {
    if (this.#hasAsked || this.#isProtected) return;
    this.#hasAsked = true;
    this.#isProtected = await askForProtection();
    this.#tell(this.persistence);
  }

  // The worker's script is not there, is not Loci's, or has failed.
  #break(event) {
    event.preventDefault?.();
    const what = event.message ? `Loci's worker failed: ${event.message}` : unloadable();
    this.#fail(new MemoryError(event.message ? 'internal' : 'invalid_argument', what));
  }

  // Where a page that is back cannot open its store again, the calls that wait hear of it, and the
  // next call tries once more.
  #fail(error) {
    this.#stop();
    this.#opening.reject?.(error);
    this.#rejectAll(error);
    this.#closed?.();
  }

  #end() {
    this.#stopWatching();
    this.#stop();
    this.#rejectAll(closedError());
  }

  #rejectAll(error) {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

const unloadable = () =>
  "Loci's worker cannot be loaded; in Vite, list loci in optimizeDeps.exclude; where a bundler has moved " +
  'it, pass its URL as the option worker';

const deaf = () =>
  invalidArgument(
    'the worker does not answer; the option worker must lead to js/worker.js of Loci',
  );
