// Those who answer the questions: Loci as it is shipped and with each way to find forms of words, and
// the engines of tests/bench. All have `build(documents, {sequences?})` and `search(question, limit)`,
// which gives the indices found, best first.

import { ENGINES, createEngine } from '../bench/engines/index.js';
import { FORMS, createOurs, knows } from './ours.js';

const PEERS = ['minisearch', 'fts5-porter', 'fts5-trigram', 'orama'];

const ours = (forms) => ({ label: `Loci, forms: '${forms}'`, options: { forms } });

/** By name: `{label, options?}`; those with options are Loci. */
export const CONTENDERS = {
  loci: { label: 'Loci', options: {} },
  ...Object.fromEntries(FORMS.map((forms) => [`loci-${forms}`, ours(forms)])),
  ...Object.fromEntries(PEERS.map((name) => [name, { label: ENGINES[name].label }])),
};

export const isOurs = (name) => 'options' in CONTENDERS[name];

/** Those of `names` that can run: builds without the option `forms` have one way only. */
export async function ableOf(names) {
  if (await knows('forms', 'off')) return names;
  return names.filter((name) => !CONTENDERS[name].options?.forms);
}

function wrappedOurs(options) {
  const memory = createOurs(options);
  return { ...memory, search: (question, limit) => memory.search(question, limit).found };
}

async function wrappedPeer(name) {
  const engine = await createEngine(name);
  return {
    build: (documents) => engine.build(documents),
    search: async (question, limit) => (await engine.search(question, limit)).map(({ id }) => id),
    close() {},
  };
}

/** The contender called `name`. */
export const createContender = (name) =>
  isOurs(name) ? wrappedOurs(CONTENDERS[name].options) : wrappedPeer(name);
