// What every host in JavaScript must do, as one list of checks: the same rules that
// tests/support/host_contract.h checks of the hosts in C++. Runs wherever hosts do, so it imports
// nothing.

const DATABASE = 0;
const LOG = 1;
const JOURNAL = 2;
const FAILED = -1;

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
  put(host, DATABASE, 'database', 0);
  put(host, LOG, 'log', 0);
  put(host, JOURNAL, 'journal', 0);
  expect(host.truncate(LOG, 0), 0, 'cut', host);
  expect(get(host, DATABASE, 20, 0), 'database', 'database');
  expect(get(host, LOG, 20, 0), '', 'log');
  expect(get(host, JOURNAL, 20, 0), 'journal', 'journal');
  for (const file of [DATABASE, LOG, JOURNAL]) expect(host.flush(file), 0, 'flush', host);
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
