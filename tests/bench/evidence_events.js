// Generated events for the evidence rows: texts of three chunks each, and random vectors. Event i
// depends on i alone. Tested by tests/js/bench.test.js.

import { generatedText, randomFrom, wordOfRank } from './generated.js';

const CODE_POINTS = 2_000; // chunks of 800 that share 120 cover 2 160 in three
const CONCEPTS = 500;
const CHAPTER = 100; // events
const MINUTE = 60_000;
const START = Date.UTC(2020, 0, 1);

/** Chunks of each event. */
export const CHUNKS = 3;

/** Numbers of generated texts that an event may use: its own begin at `index * TEXTS`. */
export const TEXTS = 64;

// A direction says more than its length, so numbers around 0 do as well as normal ones.
export function randomVector(seed, width) {
  const random = randomFrom(seed);
  return Float32Array.from({ length: width }, () => random() - 0.5);
}

function contentOf(index) {
  let text = '';
  for (let part = 0; text.length < CODE_POINTS; part++)
    text += `${generatedText(index * TEXTS + part)} `;
  return text.slice(0, CODE_POINTS);
}

function conceptsOf(index) {
  const random = randomFrom(index * 2 + 1);
  const draw = () => wordOfRank(200 + Math.floor(random() * CONCEPTS));
  return [draw(), draw()].map((name) => ({ kind: 'concept', name }));
}

/** Event `index`, with vectors of `width` numbers. */
export function generatedEvent(index, width) {
  const [chapter, number] = [Math.floor(index / CHAPTER), index % CHAPTER];
  return {
    id: `log_ch${chapter}_e${number}`,
    summary: generatedText(index * TEXTS + TEXTS - 1),
    content: contentOf(index),
    entities: conceptsOf(index),
    writtenAt: new Date(START + index * MINUTE).toISOString(),
    summaryEmbedding: randomVector(index * 4, width),
    chunkEmbeddings: Array.from({ length: CHUNKS }, (_, i) =>
      randomVector(index * 4 + 1 + i, width),
    ),
  };
}
