// What several processes write into one store, and what they ask it. Runs in every runtime.

import { describeStore } from './store_operations.js';

const SUBJECTS = ['heron', 'ledger', 'Brücke', '水路', 'turbine', 'orchard', 'пароль'];
const VERBS = ['prefers', 'crosses', 'carries', 'measures', 'forgets'];
const QUERIES = [
  'what did the first say about water',
  'heron prefers shallow water',
  'Brücke crosses',
  '水路',
  'turbine measures ledger',
  'пароль orchard',
  'said by second',
];

/** The `i`-th item of a process; every fifth replaces an earlier one, and every seventh is shared. */
export function itemOf(name, i) {
  const subject = SUBJECTS[i % SUBJECTS.length];
  const verb = VERBS[(i * 3 + name.length) % VERBS.length];
  return {
    category: i % 7 === 6 ? 'shared' : name,
    name: i % 5 === 4 ? `note ${i - 2}` : `note ${i}`,
    content: `${subject} ${verb} shallow water, said by ${name} as number ${i} [[note ${i - 1}]]`,
  };
}

/** Everything that a memory answers about such a store, as one JSON text. */
export function answersOf(memory) {
  const replies = QUERIES.map((query) => memory.retrieve(query, { explain: true, limit: 20 }));
  return JSON.stringify({ ...describeStore(memory), replies });
}
