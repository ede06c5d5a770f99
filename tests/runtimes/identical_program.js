// identical.test.js in the runtime that runs this: reads what is to be done from given.json, prints what
// came of it. `file` is the path of a store that is not there yet.

import { readFileSync } from 'node:fs';
import { openMemory } from 'loci';

import { repliesOf, storeOf } from './identical_replies.js';

const { task, file, ...given } = JSON.parse(readFileSync('given.json', 'utf8'));
const result =
  task === 'store'
    ? await storeOf(openMemory, given)
    : await repliesOf(openMemory, { ...given, location: file });
console.log(JSON.stringify(result));
