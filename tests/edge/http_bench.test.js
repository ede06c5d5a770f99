// A small run of the benchmark of the edge: its shape and the sanity of its figures, never how long
// anything took.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edge } from '../bench/edge.js';
import { judge } from '../bench/targets.js';

const positive = (value) => Number.isFinite(value) && value > 0;

test('an agent at the edge has its times and bytes', async () => {
  const said = [];
  const progress = (text) => said.push(text);
  const figures = await edge({ size: 150, questions: 20, adds: 5, rounds: 1, progress });
  const { one, many, read, add, cold, storeBytes, heapBytes } = figures;
  for (const { perSecond, p50, p99 } of [one, many]) assert.ok(positive(perSecond) && p99 >= p50);
  assert.ok([read, add, cold.process, cold.object].every(positive));
  assert.ok(storeBytes > 4096 && heapBytes > storeBytes);
  assert.match(said.at(-1), /cold start, round 1/);
  const rows = judge({ compare: {}, edge: figures }, () => true, {});
  const shown = Object.fromEntries(rows.map(({ what, shown }) => [what, shown]));
  assert.match(shown['workerd: retrieve, one client'], /^[\d\u2009 ]+\/s, p50 .* ms, p99 .* ms$/);
  assert.match(shown['workerd: open 10 000 items in a Durable Object, first query'], / ms$| s$/);
});
