// The process that kill_embeddings.test.js kills: writes texts and vectors until it ends, and says what
// it has done.
//
//   node embedding_child.js PATH SEED

import { writeSync } from 'node:fs';

import { openMemory } from '../../../js/index.js';
import { makeRandom } from '../../support/random.js';
import { vectorOf } from '../../support/text_vectors.js';

const [path, seed] = process.argv.slice(2);
const random = makeRandom(Number(seed));
const memory = await openMemory(path, { durability: 'relaxed' });
const embedded = ({ text, ...key }) => ({ ...key, embedding: vectorOf(text) });
const item = () => {
  const [name, content] = [`item ${random(6)}`, `text ${random(1000)} ${'x'.repeat(random(5000))}`];
  return { category: 'a', name, content };
};
const withVector = (given) => ({
  ...given,
  embedding: vectorOf(`${given.name}\n${given.content}`),
});

const writes = {
  bare: () => memory.add(item()),
  whole: () => memory.add(withVector(item())),
  same: () =>
    memory.add({ ...(memory.get('a', `item ${random(6)}`) ?? item()), owner: `${random(9)}` }),
  many: () => memory.addMany([item(), withVector(item()), item()]),
  remove: () => memory.remove('a', `item ${random(6)}`),
  put: () => memory.putEmbeddings(memory.pendingEmbeddings().entries.map(embedded)),
  replace: () =>
    memory.replaceEmbeddings(memory.pendingEmbeddings({ all: true }).entries.map(embedded)),
};

const kinds = Object.keys(writes);
for (;;) {
  const kind = kinds[random(kinds.length)];
  writes[kind]();
  writeSync(1, `${kind}\n`);
}
