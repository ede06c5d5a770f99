// The host of IndexedDB, where a browser has no sync access handles: the pages of the store lie in
// the database loci:<name> and, while it is open, all of them in memory. The rules of hosts are in
// README.md.
//
// IndexedDB answers later, hosts answer at once. So reads and writes go to memory, writes mark pages
// as dirty, and settle() writes those in one transaction, which is kept whole or not at all. The
// owner calls it behind each change and acknowledges the change when it resolves. The journal is
// never written: between two transactions of the engine it is empty, and settle() refuses in the
// middle of one, as after a crash of the engine.
//
// Two owners of one store would overwrite each other's pages, and a tab that was frozen may wake up
// beside the one that took its place. So each opening leaves a token in the store, and a transaction
// that finds another one there keeps nothing: the latest to open is the owner.
//
// Tested by tests/browser/hosts.test.js.

import { DATABASE, HostError, JOURNAL, guard, toHostError } from './codes.js';
import { PagedFile } from './paged_file.js';
import { absentStore, encodeStoreName } from './store_name.js';

const PAGE_BYTES = 64 * 1024;
const PAGES_A_READ = 64;
const VERSION = 1;
const PAGES = 'pages'; // a page's bytes by its index
const FACTS = 'facts';
const SIZE = 'size'; // in FACTS: the bytes of the database
const OWNER = 'owner'; // in FACTS: the token of the latest to open

const DELETED =
  'it was deleted while it was open, by another page or with the data of this site; ' +
  'opened anew it is empty, so add again what it should hold';

function promiseOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function completion(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('it was aborted'));
  });
}

/** Resolves when all that `ask` asks of the transaction is kept. Rejects, and nothing is. */
async function keepAll(transaction, ask) {
  const completed = completion(transaction);
  try {
    ask();
  } catch (error) {
    completed.catch(() => {}); // it is `error` that tells why
    transaction.abort(); // what was asked before would be kept
    throw error;
  }
  await completed;
}

const databaseName = (name) => `loci:${name}`;

/** Whether there is a store `name` here. False in a browser that cannot tell, or refuses to. */
export async function pagesExist(name) {
  try {
    const databases = await indexedDB.databases();
    return databases.some((database) => database.name === databaseName(name));
  } catch {
    return false;
  }
}

// With `readOnly` an absent one is not made.
function openDatabase(name, readOnly) {
  encodeStoreName(name); // the same names as in the file system
  if (!globalThis.indexedDB) throw new HostError('refused', 'this browser has no IndexedDB here');
  const request = indexedDB.open(databaseName(name), VERSION);
  let isAbsent = false;
  request.onupgradeneeded = () => {
    isAbsent = readOnly;
    if (readOnly) return request.transaction.abort();
    request.result.createObjectStore(PAGES);
    request.result.createObjectStore(FACTS);
  };
  return promiseOf(request).catch((error) => {
    throw isAbsent ? absentStore(name) : error;
  });
}

/**
 * Makes its caller the owner of `database`. Where there is no room for a token, having none is the
 * token: to remove the earlier one needs no room.
 * @returns {Promise<string | undefined>} the token
 */
async function takeOver(database) {
  const owner = crypto.randomUUID();
  const change = (ask) => {
    const transaction = database.transaction(FACTS, 'readwrite');
    return keepAll(transaction, () => ask(transaction.objectStore(FACTS)));
  };
  try {
    await change((facts) => facts.put(owner, OWNER));
    return owner;
  } catch (error) {
    if (error?.name !== 'QuotaExceededError') throw error;
    await change((facts) => facts.delete(OWNER));
    return undefined;
  }
}

/** The pages of `database`, a few at a time, so that they are not in memory twice. */
async function load(database) {
  const transaction = database.transaction([PAGES, FACTS]);
  const file = new PagedFile(PAGE_BYTES);
  file.size = (await promiseOf(transaction.objectStore(FACTS).get(SIZE))) ?? 0;
  const pages = transaction.objectStore(PAGES);
  for (let first = 0; first < file.pageCount; first += PAGES_A_READ) {
    const range = IDBKeyRange.bound(first, first + PAGES_A_READ, false, true);
    const [keys, values] = await Promise.all([
      promiseOf(pages.getAllKeys(range)),
      promiseOf(pages.getAll(range)),
    ]);
    keys.forEach((key, i) => file.setPage(key, values[i]));
  }
  return file;
}

export class IndexedDbHost {
  durable = false;
  lastError = '';
  #database;
  #owner;
  #files;
  #isClosed = false;
  #isPresent = true;
  #isSuperseded = false;
  #isDirty = false;
  #dirtyPages = new Set();
  #cutAt = Infinity; // what IndexedDB has of this page and those behind it is out of date
  #settled = Promise.resolve();

  /**
   * Opens the store `name`, making it where it is absent, and takes it from an earlier owner. With
   * `readOnly` nothing is written, and an absent store is 'failed'. Rejects with a HostError.
   */
  static async open(name, { readOnly = false } = {}) {
    let database;
    try {
      database = await openDatabase(name, readOnly);
      const owner = readOnly ? undefined : await takeOver(database); // before its pages are read
      return new IndexedDbHost(database, owner, await load(database));
    } catch (error) {
      database?.close();
      throw toHostError(`cannot open the store ${name}`, error);
    }
  }

  /** For open() alone. Owns `database` and `file`. */
  constructor(database, owner, file) {
    this.#database = database;
    this.#owner = owner;
    this.#files = [file, new PagedFile(PAGE_BYTES), new PagedFile(PAGE_BYTES)];
    database.onclose = () => this.#lose(); // the site's data was cleared
    database.onversionchange = () => this.#lose(); // somebody deletes the database
  }

  open() {
    return guard(this, 'cannot open', () => (this.#file(DATABASE), 0));
  }

  read(file, view, offset) {
    return guard(this, 'cannot read', () => this.#file(file).read(view, offset));
  }

  write(file, view, offset) {
    return guard(this, 'cannot write', () => {
      this.#file(file).write(view, offset, (page) => this.#touch(file, page));
      return view.length;
    });
  }

  truncate(file, size) {
    return guard(this, 'cannot truncate', () => {
      this.#file(file).truncate(size, (page) => this.#touch(file, page));
      if (file === DATABASE) this.#cut();
      return 0;
    });
  }

  /** What makes a change last is settle(). */
  flush(file) {
    return guard(this, 'cannot flush', () => (this.#file(file), 0));
  }

  size(file) {
    return guard(this, 'cannot tell the size', () => this.#file(file).size);
  }

  /** Gives the files up. What is not settled yet is settled now: settle() tells when, and whether. */
  close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const release = () => this.#database.close();
    this.settle().then(release, release);
  }

  /**
   * Resolves when all that was written before the call is kept. Costs nothing when that is so
   * already. Rejects with a HostError, 'full', 'failed', or 'busy' where another owner has taken the
   * store, and does so ever after: what is in memory is ahead of what is kept then, so the owner
   * closes this host and opens the store anew.
   */
  settle() {
    if (this.#isDirty) this.#settled = this.#settled.then(() => this.#commit());
    return this.#settled;
  }

  /** Whether the store is still there: site data may be cleared under an open one. */
  async isPresent() {
    return this.#isPresent;
  }

  #file(file) {
    const found = this.#isClosed ? undefined : this.#files[file];
    if (found) return found;
    throw new Error('the store is closed');
  }

  #lose() {
    this.#isPresent = false;
    this.#database.close();
  }

  #touch(file, page) {
    if (file !== DATABASE) return;
    this.#isDirty = true;
    this.#dirtyPages.add(page);
  }

  #cut() {
    const { pageCount } = this.#files[DATABASE];
    this.#isDirty = true;
    this.#cutAt = Math.min(this.#cutAt, pageCount);
    for (const page of this.#dirtyPages) if (page >= pageCount) this.#dirtyPages.delete(page);
  }

  /** One transaction with all that is dirty. An earlier settle() may have left nothing to do. */
  async #commit() {
    if (!this.#isDirty) return;
    try {
      if (this.#files[JOURNAL].size > 0) throw new Error('a transaction of the engine is open');
      const transaction = this.#database.transaction([PAGES, FACTS], 'readwrite', {
        durability: 'strict',
      });
      await keepAll(transaction, () => this.#askToKeep(transaction));
    } catch (error) {
      if (this.#isSuperseded) throw new HostError('busy', 'another owner has taken the store');
      if (!this.#isPresent || error?.name === 'InvalidStateError') {
        throw new HostError('failed', `cannot keep the store: ${DELETED}`, error);
      }
      throw toHostError('cannot keep the store', error);
    }
  }

  // All at once, since the engine may write again as soon as this returns. The token is looked at
  // first, and an owner that was superseded aborts before anything of this is kept.
  #askToKeep(transaction) {
    const facts = transaction.objectStore(FACTS);
    const token = facts.get(OWNER);
    token.onsuccess = () => {
      if (token.result === this.#owner) return;
      this.#isSuperseded = true;
      transaction.abort();
    };
    this.#putDirty(transaction.objectStore(PAGES));
    facts.put(this.#files[DATABASE].size, SIZE);
  }

  #putDirty(pages) {
    if (this.#cutAt < Infinity) pages.delete(IDBKeyRange.lowerBound(this.#cutAt));
    for (const page of this.#dirtyPages) pages.put(this.#files[DATABASE].page(page), page);
    this.#isDirty = false;
    this.#dirtyPages.clear();
    this.#cutAt = Infinity;
  }
}
