// A process that writes texts and vectors is killed with SIGKILL, over and over, on one store. An item
// has the vector of its own text then, or none: never that of another text.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { openMemory } from '../../../js/index.js';
import { makeRandom } from '../../support/random.js';
import { newStore } from '../../support/temp_store.js';
import { vectorOf } from '../../support/text_vectors.js';

const CHILD = fileURLToPath(new URL('embedding_child.js', import.meta.url));
const ROUNDS = Number(process.env.LOCI_KILLS ?? 20);

test('killed amid texts and vectors: no vector of another text', async (t) => {
  const path = newStore(t);
  const random = makeRandom(5);
  const seen = { vectors: 0, pending: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    await writeUntilKilled(path, round, random(60));
    const memory = await openMemory(path);
    assert.deepEqual(memory.check().findings, [], `round ${round}`);
    const { vectors, pending } = checkVectors(memory, round);
    seen.vectors += vectors;
    seen.pending += pending;
    memory.close();
  }
  t.diagnostic(`after ${ROUNDS} kills: ${JSON.stringify(seen)}`);
  assert.ok(seen.vectors > 0 && seen.pending > 0);
});

async function writeUntilKilled(path, seed, milliseconds) {
  const child = spawn(process.execPath, [CHILD, path, `${seed}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (text) => (errors += text));
  await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
  await sleep(milliseconds);
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  assert.equal(child.signalCode, 'SIGKILL', errors);
}

function checkVectors(memory, round) {
  const open = new Set(memory.pendingEmbeddings().entries.map(({ name }) => name));
  const { entries } = memory.pendingEmbeddings({ all: true });
  for (const { name, text } of entries) {
    const { items } = memory.retrieve('%', { embedding: vectorOf(text), limit: 100 });
    const cosine = items.find((item) => item.name === name)?.cosScore ?? null;
    if (open.has(name)) assert.equal(cosine, null, `round ${round}: ${name}`);
    else assert.ok(cosine > 0.9999, `round ${round}: ${name} ${cosine}`);
  }
  const { vectors, pending } = memory.status().embeddings;
  assert.equal(pending, open.size);
  return { vectors, pending };
}
