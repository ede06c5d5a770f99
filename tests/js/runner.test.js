// The counting of `npm test`: what is reported as passed has run, and a crash is a failure.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catchCounts, nodeCounts, sum } from '../runner/counts.js';

const counted = ({ passed, failed, skipped }) => ({ passed, failed, skipped });

test('Catch2: all passed', () => {
  const output = 'All tests passed (70 assertions in 12 test cases)\n';
  assert.deepEqual(counted(catchCounts({ ok: true, output })), {
    passed: 12,
    failed: 0,
    skipped: 0,
  });
});

test('Catch2: some failed, some skipped', () => {
  const output =
    'test cases: 9 | 5 passed | 3 failed | 1 skipped\nassertions: 90 | 87 passed | 3 failed\n';
  assert.deepEqual(counted(catchCounts({ ok: false, output })), {
    passed: 5,
    failed: 3,
    skipped: 1,
  });
});

test('Catch2: a crash before the summary is a failure', () => {
  assert.equal(catchCounts({ ok: false, output: 'Segmentation fault' }).failed, 1);
});

test('a program that ran no test fails, whatever its status', () => {
  assert.equal(catchCounts({ ok: true, output: 'No tests ran\n' }).failed, 1);
  assert.equal(nodeCounts({ ok: true, output: 'ℹ pass 0\nℹ fail 0\n' }).failed, 1);
});

test('a status that the summary does not explain is a failure', () => {
  const output = 'All tests passed (70 assertions in 12 test cases)\nERROR: AddressSanitizer\n';
  assert.deepEqual(counted(catchCounts({ ok: false, output })), {
    passed: 12,
    failed: 1,
    skipped: 0,
  });
});

test('node: passed, failed, cancelled and skipped', () => {
  const output = 'ℹ tests 10\nℹ pass 6\nℹ fail 1\nℹ cancelled 1\nℹ skipped 2\nℹ todo 0\n';
  assert.deepEqual(counted(nodeCounts({ ok: false, output })), {
    passed: 6,
    failed: 2,
    skipped: 2,
  });
});

test('a sum keeps the logs of what failed only', () => {
  const good = { passed: 3, failed: 0, log: 'fine' };
  const bad = { passed: 1, failed: 2, skipped: 1, log: 'broken' };
  assert.deepEqual(sum([good, bad]), { passed: 4, failed: 2, skipped: 1, log: 'broken' });
});
