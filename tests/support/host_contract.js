// What every host in JavaScript must do, as one list of checks: the same rules that
// tests/support/host_contract.h checks of the hosts in C++. Runs wherever hosts do, so it imports
// nothing.

const DATABASE = 0;
const LOG = 1;
const JOURNAL = 2;
const FAILED = -1;
const TOO_LARGE = -5;
const PAGE = 4096;
const MOST_PAGES = 2048; // of one commit of an atomic host

function require(condition, what, host) {
  if (!condition) throw new Error(`${what}${host?.lastError ? ` (${host.lastError})` : ''}`);
}

function expect(actual, expected, what, host) {
  require(actual === expected, `${what}: ${show(actual)} instead of ${show(expected)}`, host);
}

const show = (value) => (typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : value);

/** Text as bytes, a character a byte. */
export const bytes = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

const text = (view) => Array.from(view, (byte) => String.fromCharCode(byte)).join('');

/** Writes `content`, all of which must be taken. */
export function put(host, file, content, offset) {
  expect(host.write(file, bytes(content), offset), content.length, 'written', host);
}

/** What a read of `count` bytes gives. */
export function get(host, file, count, offset) {
  const view = new Uint8Array(count).fill(63);
  const got = host.read(file, view, offset);
  require(got >= 0 && got <= count, `read answers ${got}`, host);
  return text(view.subarray(0, got));
}

function readsAndWrites(host) {
  expect(host.size(DATABASE), 0, 'size of a new file', host);
  expect(get(host, DATABASE, 10, 0), '', 'a new file');
  put(host, DATABASE, 'hello', 0);
  put(host, DATABASE, 'J', 0);
  expect(get(host, DATABASE, 5, 0), 'Jello', 'overwritten');
  expect(get(host, DATABASE, 10, 3), 'lo', 'up to the end');
  expect(get(host, DATABASE, 10, 5), '', 'at the end');
  expect(get(host, DATABASE, 10, 500), '', 'past the end');
  expect(get(host, DATABASE, 0, 0), '', 'nothing');
  put(host, DATABASE, '', 3);
  put(host, DATABASE, '', 300);
  expect(host.size(DATABASE), 5, 'size', host);
}

function gapsAreZero(host) {
  put(host, DATABASE, 'x', 70_000);
  expect(host.size(DATABASE), 70_001, 'size with a gap', host);
  expect(get(host, DATABASE, 70_000, 0), '\0'.repeat(70_000), 'gap');
  expect(host.truncate(DATABASE, 3), 0, 'cut', host);
  put(host, DATABASE, 'abc', 0);
  expect(host.truncate(DATABASE, 2), 0, 'cut', host);
  expect(host.truncate(DATABASE, 200_000), 0, 'grown', host);
  expect(get(host, DATABASE, 4, 0), 'ab\0\0', 'what was cut off');
  expect(get(host, DATABASE, 9, 70_000), '\0'.repeat(9), 'what was cut off far behind');
  expect(get(host, DATABASE, 9, 199_999), '\0', 'the last byte');
  expect(host.size(DATABASE), 200_000, 'size', host);
  expect(host.truncate(DATABASE, 0), 0, 'emptied', host);
  expect(host.size(DATABASE), 0, 'size when empty', host);
}

function filesAreApart(host) {
  if (host.atomic) return databaseIsAlone(host);
  put(host, DATABASE, 'database', 0);
  put(host, LOG, 'log', 0);
  put(host, JOURNAL, 'journal', 0);
  expect(host.truncate(LOG, 0), 0, 'cut', host);
  expect(get(host, DATABASE, 20, 0), 'database', 'database');
  expect(get(host, LOG, 20, 0), '', 'log');
  expect(get(host, JOURNAL, 20, 0), 'journal', 'journal');
  for (const file of [DATABASE, LOG, JOURNAL]) expect(host.flush(file), 0, 'flush', host);
}

// Commits of an atomic host are whole without a log or a journal: these stay empty, and are refused.
function databaseIsAlone(host) {
  put(host, DATABASE, 'database', 0);
  for (const file of [LOG, JOURNAL]) {
    expect(host.size(file), 0, 'size', host);
    expect(get(host, file, 20, 0), '', 'read');
    expect(host.write(file, bytes('x'), 0), FAILED, 'written', host);
    expect(host.truncate(file, 0), 0, 'cut', host);
    expect(host.flush(file), 0, 'flush', host);
  }
  expect(host.flush(DATABASE), 0, 'flush', host);
  expect(get(host, DATABASE, 20, 0), 'database', 'database');
}

function viewsAreParts(host) {
  const heap = bytes('0123456789abcdef');
  expect(host.write(DATABASE, heap.subarray(4, 9), 0), 5, 'written', host);
  heap.fill(33); // a view is valid during the call only
  expect(host.read(DATABASE, heap.subarray(2, 12), 1), 4, 'read', host);
  expect(text(heap), '!!5678!!!!!!!!!!', 'the heap');
}

function heapsMayGrow(host) {
  const heap = new Uint8Array(new ArrayBuffer(8, { maxByteLength: 64 }));
  heap.set(bytes('growable'));
  expect(host.write(DATABASE, heap.subarray(0, 4), 0), 4, 'written', host);
  expect(host.read(DATABASE, heap.subarray(4), 1), 3, 'read', host);
  expect(text(heap), 'growrowe', 'the heap');
}

/** Numbers below `below`, by Park and Miller's generator. */
function randomNumbers(seed) {
  let state = seed;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

/** An array as long as a file that is written or cut so. */
function resized(array, size) {
  const next = new Uint8Array(size);
  next.set(array.subarray(0, size));
  return next;
}

/** One random call, of the host and of `model`; what the model is then. */
function step(host, model, random, fill) {
  const offset = random(150_000);
  const count = random(90_000);
  const kind = random(4);
  if (kind === 0) {
    expect(host.truncate(DATABASE, offset), 0, 'truncate', host);
    return resized(model, offset);
  }
  if (kind === 1) {
    expect(host.write(DATABASE, new Uint8Array(count).fill(fill), offset), count, 'write', host);
    if (count === 0) return model;
    const next = resized(model, Math.max(model.length, offset + count));
    return next.fill(fill, offset, offset + count);
  }
  const view = new Uint8Array(count);
  const got = host.read(DATABASE, view, offset);
  const expected = model.subarray(offset, offset + count);
  expect(got, expected.length, 'read', host);
  require(expected.every((byte, i) => byte === view[i]), `bytes at ${offset}`);
  return model;
}

function agreesWithModel(seed) {
  return (host) => {
    const random = randomNumbers(seed);
    let model = new Uint8Array();
    for (let i = 0; i < 200; ++i) {
      model = step(host, model, random, 97 + (i % 26));
      expect(host.size(DATABASE), model.length, `size after step ${i}`, host);
    }
  };
}

function closedFails(host) {
  host.close();
  const view = new Uint8Array(4);
  expect(host.read(DATABASE, view, 0), FAILED, 'read');
  expect(host.write(DATABASE, view, 0), FAILED, 'write');
  expect(host.truncate(DATABASE, 0), FAILED, 'truncate');
  expect(host.flush(DATABASE), FAILED, 'flush');
  expect(host.size(DATABASE), FAILED, 'size');
  require(host.lastError !== '', 'a failure says nothing');
}

/** The rules, each to be run on a new, empty host: `{name, check(host)}`, which throws. */
export const hostContract = [
  { name: 'reads and writes', check: readsAndWrites },
  { name: 'gaps are zero', check: gapsAreZero },
  { name: 'files are apart', check: filesAreApart },
  { name: 'a view is a part of a heap, and valid during the call only', check: viewsAreParts },
  { name: 'a view may be of a heap that grows in place', check: heapsMayGrow },
  ...[1, 2, 3].map((seed) => ({
    name: `random calls against a model, seed ${seed}`,
    check: agreesWithModel(seed),
  })),
  { name: 'a closed host fails, and does not throw', check: closedFails },
];

/** Ends what was begun, and it must succeed. */
function succeed(host, call) {
  expect(host[call](), 0, call, host);
}

function commitsAreWhole(host) {
  put(host, DATABASE, 'before', 0);
  succeed(host, 'beginCommit');
  put(host, DATABASE, 'after', 2 * PAGE);
  expect(host.truncate(DATABASE, 2 * PAGE + 3), 0, 'cut', host);
  put(host, DATABASE, 'B', 0);
  expect(get(host, DATABASE, 6, 0), 'Before', 'within the commit');
  expect(get(host, DATABASE, 9, 2 * PAGE), 'aft', 'within the commit');
  expect(host.size(DATABASE), 2 * PAGE + 3, 'size within the commit', host);
  succeed(host, 'commit');
  expect(get(host, DATABASE, 6, 0), 'Before', 'after the commit');
  expect(host.size(DATABASE), 2 * PAGE + 3, 'size after the commit', host);
}

function commitsCanBeAbandoned(host) {
  put(host, DATABASE, 'kept', 3 * PAGE);
  succeed(host, 'beginCommit');
  expect(host.truncate(DATABASE, 0), 0, 'cut', host);
  put(host, DATABASE, 'lost', PAGE);
  host.abandonCommit();
  expect(host.size(DATABASE), 3 * PAGE + 4, 'size', host);
  expect(get(host, DATABASE, 9, 3 * PAGE), 'kept', 'bytes');
  expect(get(host, DATABASE, 4, PAGE), '\0\0\0\0', 'the gap');
  host.abandonCommit(); // there is none
  put(host, DATABASE, 'more', 3 * PAGE);
  expect(get(host, DATABASE, 9, 3 * PAGE), 'more', 'a commit of its own');
}

function commitsHaveALimit(host) {
  const page = new Uint8Array(PAGE).fill(7);
  const write = (count) => {
    let answer = PAGE;
    succeed(host, 'beginCommit');
    for (let i = 0; i < count && answer === PAGE; ++i) {
      answer = host.write(DATABASE, page, i * PAGE);
    }
    return answer;
  };
  put(host, DATABASE, 'kept', 0);
  expect(write(MOST_PAGES + 1), TOO_LARGE, 'one page more', host);
  expect(host.commit(), TOO_LARGE, 'its commit', host);
  host.abandonCommit();
  expect(get(host, DATABASE, 9, 0), 'kept', 'what was there');
  expect(write(MOST_PAGES), PAGE, 'as much as there may be', host);
  succeed(host, 'commit');
  expect(host.size(DATABASE), MOST_PAGES * PAGE, 'size', host);
}

/** Two pages and a bit, then a stage that overwrites, cuts and grows it. */
function beginExampleStage(host) {
  put(host, DATABASE, 'a'.repeat(2 * PAGE) + 'tail', 0);
  succeed(host, 'beginStage');
  put(host, DATABASE, 'staged', PAGE - 3);
  expect(host.truncate(DATABASE, PAGE + 5), 0, 'cut', host);
  put(host, DATABASE, 'end', 4 * PAGE);
}

function expectExampleStage(host, when) {
  expect(get(host, DATABASE, 14, PAGE - 6), 'aaastagedaa\0\0\0', when);
  expect(get(host, DATABASE, 5, 2 * PAGE), '\0'.repeat(5), `what was cut off, ${when}`);
  expect(get(host, DATABASE, 9, 4 * PAGE), 'end', when);
  expect(host.size(DATABASE), 4 * PAGE + 3, `size ${when}`, host);
}

function expectNoStage(host, when) {
  expect(host.size(DATABASE), 2 * PAGE + 4, `size ${when}`, host);
  expect(get(host, DATABASE, 9, PAGE - 3), 'a'.repeat(9), when);
  expect(get(host, DATABASE, 9, 2 * PAGE), 'tail', when);
}

function stagesBecomeTheStore(host) {
  beginExampleStage(host);
  expectExampleStage(host, 'within the stage');
  succeed(host, 'endStage');
  expectExampleStage(host, 'after the stage');
  host.close();
  succeed(host, 'open');
  expectExampleStage(host, 'opened again');
}

function stagesCanBeAbandoned(host) {
  beginExampleStage(host);
  succeed(host, 'abandonStage');
  expectNoStage(host, 'after the stage');
  succeed(host, 'beginStage');
  expectNoStage(host, 'within the next');
  succeed(host, 'endStage');
  expectNoStage(host, 'after the next');
}

function stagesEndWithTheirHost(host) {
  beginExampleStage(host);
  host.close();
  succeed(host, 'open');
  expectNoStage(host, 'opened again');
  put(host, DATABASE, 'anew', 2 * PAGE);
  expect(get(host, DATABASE, 9, 2 * PAGE), 'anew', 'written again');
}

/** Random steps in random commits, some of them staged, some abandoned. */
function agreesInCommits(seed) {
  return (host) => {
    const random = randomNumbers(seed);
    let model = new Uint8Array();
    for (let i = 0; i < 20; ++i) {
      const kept = model;
      const [begin, end, abandon] = [
        ['beginCommit', 'commit', 'abandonCommit'],
        ['beginStage', 'endStage', 'abandonStage'],
      ][i % 2];
      succeed(host, begin);
      for (let k = 0; k < 9; ++k) model = step(host, model, random, 97 + ((i + k) % 26));
      if (random(2) === 0) succeed(host, end);
      else host[abandon]((model = kept));
      expect(host.size(DATABASE), model.length, `size after ${i}`, host);
      expect(get(host, DATABASE, 240_000, 0), text(model), `bytes after ${i}`);
    }
  };
}

/** Further rules of atomic hosts, as those of `hostContract`. */
export const atomicHostContract = [
  { name: 'a commit is whole, and seen before', check: commitsAreWhole },
  { name: 'a commit can be abandoned', check: commitsCanBeAbandoned },
  { name: 'a commit has at most 8 MiB of pages', check: commitsHaveALimit },
  { name: 'a stage becomes the store', check: stagesBecomeTheStore },
  { name: 'a stage can be abandoned', check: stagesCanBeAbandoned },
  { name: 'a stage ends with its host', check: stagesEndWithTheirHost },
  ...[4, 5, 6].map((seed) => ({
    name: `random commits and stages against a model, seed ${seed}`,
    check: agreesInCommits(seed),
  })),
];

/**
 * Runs one of the rules. `make` gives a new, empty host, or a promise of one; it is opened here, and
 * closed twice.
 */
export async function checkRule({ check }, make) {
  const host = await make();
  expect(host.open(), 0, 'open', host);
  try {
    await check(host);
  } finally {
    host.close();
    host.close();
  }
}
