// tests/runtimes/identical.test.js in an object of workerd.

import { openMemory } from 'loci';
import wasm from 'loci/loci.wasm';

import { repliesOf, storeOf } from '../support/identical_replies.js';

const options = { wasm };

export const replies = ({ storage }, given) =>
  repliesOf(openMemory, { ...given, location: { durableObject: storage }, options });

export const store = (_, given) => storeOf(openMemory, { ...given, options });
