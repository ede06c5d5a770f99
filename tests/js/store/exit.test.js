// A program that ends without close(): the store is one file all the same.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { newStore } from '../../support/temp_store.js';

const INDEX = new URL('../../../js/index.js', import.meta.url).href;

const programs = {
  'runs to its end': '',
  'calls process.exit inside a batch': `
    memory.addMany([{ category: 'c', name: 'lost', content: '' }], { onProgress: () => process.exit(0) });`,
  'ends by an exception': `process.once('uncaughtException', () => {}); throw new Error('the end');`,
};

for (const [how, ending] of Object.entries(programs)) {
  test(`a program that ${how} leaves one file with all it acknowledged`, async (t) => {
    const path = newStore(t);
    const folder = dirname(path);
    const program = `
      import { openMemory } from ${JSON.stringify(INDEX)};
      const memory = await openMemory(${JSON.stringify(path)});
      for (let i = 0; i < 300; i++) memory.add({ category: 'c', name: 'n' + i, content: 'kept' });
      ${ending}`;
    execFileSync('node', ['--input-type=module', '--eval', program], { stdio: 'pipe' });
    assert.deepEqual(readdirSync(folder), ['store']);
    copyFileSync(path, join(folder, 'copy.loci'));
    const copy = await openMemory(join(folder, 'copy.loci'));
    assert.equal(copy.status().items, 300);
    copy.close();
  });
}

test('opening and closing many stores piles up no listeners', async (t) => {
  const path = newStore(t);
  const before = process.listenerCount('exit');
  const memories = [];
  for (let i = 0; i < 12; i++) memories.push(await openMemory(`${path}-${i}`));
  assert.ok(process.listenerCount('exit') <= before + 2);
  for (const memory of memories) memory.close();
  assert.equal(process.listenerCount('exit'), before);
});
