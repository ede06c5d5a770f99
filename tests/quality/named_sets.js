// Small sets of our own (sets/*.json), made up for this, one a language: notes, conversations, and
// questions whose answer is asserted to come first.
//
//   {
//     "language": "English",
//     "notes": {"n1": "A note."},                     name: text
//     "talks": {"a": ["First turn.", "Second."]},     items "a1", "a2" of one sequence
//     "questions": [{"ask": "…", "answer": "a2",
//                    "within": 3,                     among the first 3; 1 where it is absent
//                    "needs": "forms"}]               or "context": what finds it
//   }

import { readFileSync, readdirSync } from 'node:fs';

const FOLDER = new URL('sets/', import.meta.url);

/** The items of a set, as `add` takes them. */
export function itemsOf({ notes, talks }) {
  const alone = Object.entries(notes).map(([name, content]) => ({
    category: 'notes',
    name,
    content,
  }));
  const turns = Object.entries(talks).flatMap(([id, texts]) =>
    texts.map((content, position) => ({
      category: 'talks',
      name: `${id}${position + 1}`,
      content,
      sequence: { id, position },
    })),
  );
  return [...alone, ...turns];
}

/** All sets: `[{name, language, notes, talks, questions}]`. */
export function namedSets() {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({
      name: file.replace('.json', ''),
      ...JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')),
    }));
}

/**
 * The place of a question's answer among what a memory finds, from 1; Infinity where it is missing.
 * @param {object} [request] options of retrieve
 */
export function placeOf(memory, { ask, answer }, request) {
  const { items } = memory.retrieve(ask, { limit: 10, expandLinks: false, ...request });
  const place = items.findIndex(({ name }) => name === answer);
  return place < 0 ? Infinity : place + 1;
}

/** Is a question answered as the set says? */
export const isAnswered = (memory, question, request) =>
  placeOf(memory, question, request) <= (question.within ?? 1);
