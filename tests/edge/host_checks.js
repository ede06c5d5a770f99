// The checks of tests/edge/host.test.js, which run in workerd.

import { DurableObjectHost } from '../../bindings/hosts/durable_object.js';
import {
  atomicHostContract,
  bytes,
  checkRule,
  get,
  hostContract,
  put,
} from '../support/host_contract.js';
import { FailingStorage } from './support/failing_storage.js';

const rules = [...hostContract, ...atomicHostContract];

/** Runs a rule of the contract of hosts. */
export function rule({ storage }, name) {
  return checkRule(
    rules.find((known) => known.name === name),
    () => new DurableObjectHost(storage),
  );
}

const PAGE = 4096;

const letters = (letter, count = PAGE) => bytes(letter.repeat(count));

function openHost(storage, options) {
  const host = new DurableObjectHost(storage, options);
  const code = host.open();
  if (code !== 0) throw new Error(`open answers ${code}: ${host.lastError}`);
  return host;
}

/** What an opening answers, and why. */
function attempt(storage, options) {
  const host = new DurableObjectHost(storage, options);
  const answer = { code: host.open(), words: host.lastError };
  host.close();
  return answer;
}

export function twoOwners({ storage }) {
  const first = openHost(storage);
  const second = attempt(storage);
  first.close();
  return { second, after: attempt(storage) };
}

export function readOnly({ storage }) {
  const absent = attempt(storage, { readOnly: true });
  const tables = storage.sql.exec("SELECT name FROM sqlite_master WHERE name LIKE 'loci%'");
  const made = tables.toArray().length;
  const writer = openHost(storage);
  put(writer, 0, 'kept', 0);
  writer.beginStage();
  put(writer, 0, 'lost', 0);
  writer.close();
  const watched = new FailingStorage(storage);
  const reader = openHost(watched, { readOnly: true });
  const answers = [reader.write(0, bytes('x'), 0), reader.truncate(0, 0)];
  const text = get(reader, 0, 9, 0);
  reader.close();
  return { absent, made, answers, text, words: reader.lastError, changes: watched.changes };
}

/** Rows that are written by a commit, by one in a stage, by the stage's end, and by opening. */
export function rowsWritten({ storage }) {
  const watched = new FailingStorage(storage);
  const host = openHost(watched);
  put(host, 0, 'x'.repeat(100 * PAGE), 0);
  const count = (work) => {
    watched.reset();
    work();
    return watched.rowsWritten;
  };
  const writeThree = () => {
    host.beginCommit();
    for (const page of [0, 50, 100, 50]) host.write(0, letters('y'), page * PAGE);
    host.commit();
  };
  const counts = {
    commit: count(writeThree),
    staged: count(() => {
      host.beginStage();
      writeThree();
    }),
    end: count(() => host.endStage()),
    cut: count(() => host.truncate(0, 99 * PAGE)),
    opened: count(() => {
      host.close();
      host.open();
    }),
  };
  host.close();
  return counts;
}

/** A commit that overwrites, cuts and grows, failing at each of its statements and at its end. */
export function failedCommits({ storage }, message) {
  const failures = [];
  const watched = new FailingStorage(storage);
  const host = openHost(watched);
  put(host, 0, 'a'.repeat(2 * PAGE), 0);
  const change = () => {
    host.beginCommit();
    host.truncate(0, PAGE);
    for (const page of [0, 1, 2]) host.write(0, letters('b'), page * PAGE);
    return host.commit();
  };
  for (let k = 0; k < 5; ++k) {
    watched.failAfter(k < 4 ? k : 0, message, { once: true, atEnd: k === 4 });
    const code = change();
    const words = host.lastError;
    host.abandonCommit();
    const isOld = host.size(0) === 2 * PAGE && /^a+$/.test(get(host, 0, 3 * PAGE, 0));
    failures.push({ code, words, isOld });
  }
  watched.recover();
  const last = change();
  const isNew = host.size(0) === 3 * PAGE && /^b+$/.test(get(host, 0, 4 * PAGE, 0));
  host.close();
  return { failures, last, isNew };
}

/** A stage of two commits that fails at its k-th statement, at its end's first for -1. */
export function failedStages({ storage }, message) {
  const outcomes = [];
  for (let k = 0; ; ++k) {
    const watched = new FailingStorage(storage);
    const host = openHost(watched);
    host.truncate(0, 0);
    put(host, 0, 'a'.repeat(3 * PAGE), 0);
    watched.failAfter(k, message);
    const done =
      host.beginStage() === 0 &&
      host.write(0, letters('b', 2 * PAGE), 0) > 0 &&
      host.truncate(0, PAGE) === 0 &&
      host.write(0, letters('b'), PAGE) > 0 &&
      host.endStage() === 0;
    if (!done) host.abandonStage();
    const text = get(host, 0, 4 * PAGE, 0);
    host.close();
    const again = openHost(storage); // the next isolate
    const isSame = get(again, 0, 4 * PAGE, 0) === text;
    again.close();
    outcomes.push({ done, size: text.length, letter: /^(.)\1*$/.exec(text)?.[1], isSame });
    if (done) return outcomes;
  }
}

/** A read that fails, and the object's storage cleared under an open store. */
export async function lostStorage({ storage }) {
  const watched = new FailingStorage(storage);
  const host = openHost(watched);
  put(host, 0, 'kept', 0);
  watched.failAfter(0, 'disk I/O error: SQLITE_IOERR', { once: true, reads: true });
  const failed = { code: host.read(0, bytes('????'), 0), words: host.lastError };
  watched.recover();
  const text = get(host, 0, 4, 0);
  await storage.deleteAll();
  const cleared = { code: host.write(0, letters('x'), 0), words: host.lastError };
  host.close();
  const again = openHost(storage);
  const size = again.size(0);
  again.close();
  return { failed, text, cleared, size };
}

/**
 * Commits of each kind inside of a transaction of the object's that is kept, and of one that is rolled
 * back; what the next commit answers, and the store that the next opening finds.
 */
export function transactionsAround({ storage }) {
  const plain = (host) => put(host, 0, 'b'.repeat(2 * PAGE), 0);
  const staged = (host) => {
    host.beginStage();
    host.write(0, letters('b', 2 * PAGE), 0);
    host.truncate(0, 2 * PAGE);
    return host.endStage();
  };
  const reopened = (host) => {
    staged(host);
    host.close();
    return host.open();
  };
  const cut = (host) => (plain(host), host.truncate(0, 2 * PAGE));
  const outcomes = {};
  for (const [name, change] of Object.entries({ plain, cut, staged, reopened })) {
    outcomes[name] = [around(storage, change, true), around(storage, change, false)];
  }
  return outcomes;
}

function around(storage, change, isKept) {
  const host = openHost(storage);
  put(host, 0, 'a'.repeat(3 * PAGE), 0);
  try {
    storage.transactionSync(() => {
      change(host);
      if (!isKept) throw new Error('no');
    });
  } catch {
    // it was to be rolled back
  }
  const next = host.write(0, letters('c'), 0);
  const words = next < 0 ? host.lastError : '';
  host.close();
  const again = openHost(storage);
  const text = get(again, 0, 4 * PAGE, 0).replace(/(.)\1*/g, '$1');
  again.truncate(0, 0);
  again.close();
  return { isTaken: next > 0, words, text };
}

/** A store that stays open, in an object that ends. */
export function abandonObject(object) {
  const host = openHost(object.storage);
  put(host, 0, 'kept', 0);
  host.beginStage();
  put(host, 0, 'lost', 0);
}

export function abort({ ctx }) {
  ctx.abort('the test wants another instance');
}

export function content({ storage }) {
  const host = openHost(storage);
  const text = get(host, 0, 9, 0);
  host.close();
  return text;
}
