// identical.test.js in the runtime that runs this: reads what is to be done from given.json, prints what
// came of it. The stores are asked one after another in a file; where there are none, one is written.

import { readFileSync, rmSync } from 'node:fs';
import { openMemory } from 'loci';

import { repliesOf, storeOf } from './identical_replies.js';

const FILE = 'kept.loci';
const { stores, job } = JSON.parse(readFileSync('given.json', 'utf8'));

async function repliesOfAll() {
  const replies = [];
  for (const bytes of stores) {
    rmSync(FILE, { force: true });
    replies.push(await repliesOf(openMemory, { bytes, job, location: FILE }));
  }
  return replies;
}

console.log(JSON.stringify(stores ? await repliesOfAll() : await storeOf(openMemory, { job })));
