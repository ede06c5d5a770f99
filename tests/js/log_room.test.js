// The room of a log in the origin private file system: which writes ask how much of it. How files take
// it there is tested by tests/browser/hosts_opfs.test.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LogRoom } from '../../bindings/hosts/log_room.js';

const MIB = 2 ** 20;
const LOG_HEADER = 32;
const FRAME_HEADER = 24;
const FRAME = FRAME_HEADER + 4096;
const SECTOR = 4096;

/** A sync access handle of a file that can take so many bytes. */
function fileWithin(most) {
  let size = 0;
  return {
    getSize: () => size,
    truncate: (to) => {
      if (to > most) throw new DOMException('full', 'QuotaExceededError');
      size = to;
    },
  };
}

const roomWithin = (most) => new LogRoom(fileWithin(most), fileWithin(most));

/** Bytes that begin with a number, as a frame's header with that of its page. */
function bytesWith(number, length = FRAME_HEADER) {
  const bytes = new Uint8Array(length);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

/** Whether `room` takes bytes at `at`. */
const takes = (room, at, bytes) => room.has(at + bytes.length, bytes);

test('a frame is taken while the database can grow to its page', () => {
  const headerAt = LOG_HEADER + 2 * FRAME;
  const last = (4 * MIB) / SECTOR;
  assert.equal(takes(roomWithin(4 * MIB), headerAt, bytesWith(last)), true);
  assert.equal(takes(roomWithin(4 * MIB), headerAt, bytesWith(last + 1)), false);
});

test('a log is taken while it can grow by its margin', () => {
  assert.equal(roomWithin(4 * MIB).has(3.5 * MIB), true);
  assert.equal(roomWithin(4 * MIB).has(3.5 * MIB + 1), false);
});

// SQLite ends a commit with a write to the end of a sector, and what is left of the page in another.
test('a part of a page as long as a header is not taken for one', () => {
  const page = 0x0d000000; // how a page of a table begins
  let met = 0;
  for (let frame = 0; frame < SECTOR / 8; frame++) {
    const start = LOG_HEADER + frame * FRAME + FRAME_HEADER;
    const end = start + SECTOR;
    const boundary = Math.ceil(start / SECTOR) * SECTOR;
    for (const [from, to] of [
      [start, boundary],
      [boundary, end],
    ]) {
      if (to - from !== FRAME_HEADER) continue;
      met++;
      assert.equal(takes(roomWithin(8 * MIB), from, bytesWith(page)), true, `frame ${frame}`);
    }
  }
  assert.equal(met, 2);
});
