/** What a step gave, as nodes: cards, or why there are none and what can be done; notes; warnings. */

import { h } from './dom.js';
import { eventCard } from './evidence_card.js';
import { leftOutNode, leftOutOf } from './evidence_given.js';
import { errorInWords, reasonInWords, summaryOf } from './evidence_words.js';
import { plural } from './words.js';

const NEXT = {
  again: 'Ask again',
  forget: 'Forget, and ask again',
  anyway: 'Show it once more',
  back: 'Back to the step before',
  field: 'Ask something else',
};

function nothing({ hint, next }, step, actions) {
  const isPossible = (name) => name !== 'back' || step.parent;
  const buttons = next.filter(isPossible).map((name, at) => {
    const kind = at === 0 ? 'is-main' : '';
    const click = () => actions[name](step);
    return h('button', { type: 'button', class: `button ${kind}`, click }, NEXT[name]);
  });
  return h(
    'div',
    { class: 'evidence-nothing' },
    hint && h('p', { class: 'quiet' }, hint),
    h('div', { class: 'actions' }, buttons),
  );
}

function cards(step, marks, actions) {
  const card = (event, at) => {
    const { inks, runs } = marks;
    return eventCard(event, { step, place: at + 1, inks, runs: runs.get(event.id), ...actions });
  };
  return h('ol', { class: 'events', 'aria-label': 'Events' }, step.events.map(card));
}

function remarks({ notes = [], warnings = [] }) {
  return [
    warnings.map(({ message }) => h('p', { class: 'evidence-warning' }, message)),
    notes.length > 0 &&
      h(
        'details',
        { class: 'evidence-notes' },
        h('summary', {}, `Keep in mind: ${plural(notes.length, 'note')}`),
        h(
          'ul',
          {},
          notes.map(({ message }) => h('li', {}, message)),
        ),
      ),
  ];
}

/** Which step this is, and what became of it; its heading takes the focus. */
function heading(step) {
  const kind = step.reply.error ? 'evidence-wrong' : '';
  const isNew = step.events.length > 0 && !step.request.include_delivered;
  return h(
    'h3',
    { id: 'reply-title', class: `reply-title ${kind}`, tabindex: -1 },
    summaryOf(step),
    isNew && h('span', { class: 'reply-new' }, ', new to this conversation'),
  );
}

/**
 * The nodes of a step. `marks`: of evidence_marks.js; `conversation`: what else was given; `actions`:
 * those of cards, and `again, forget, anyway, back, field (step)`.
 */
export function replyNodes(step, marks, conversation, actions) {
  const { reply, events } = step;
  const outcome = reply.error
    ? nothing(errorInWords(reply.error), step, actions)
    : events.length === 0
      ? nothing(reasonInWords(reply), step, actions)
      : cards(step, marks, actions);
  return [
    heading(step),
    outcome,
    leftOutNode(leftOutOf(step, conversation), actions.goToEvent),
    ...remarks(reply).flat(),
  ].filter(Boolean);
}
