/** What a conversation was given so far, and how much of that is still held back. */

import { h } from './dom.js';
import { ageInWords } from './evidence_words.js';
import { plain, plural } from './words.js';

const LEAD =
  'What was given is left out of the next answers for 15 minutes, so that nobody reads it twice.';

function givenItem({ id, summary, age, isRemembered, step }, goToEvent) {
  const state = isRemembered ? ageInWords(age) : `${ageInWords(age)}, may come again`;
  return h(
    'li',
    { class: isRemembered ? '' : 'is-forgotten' },
    h('button', { type: 'button', class: 'given-link', click: () => goToEvent(id) }, summary),
    h('span', { class: 'given-facts' }, h('code', {}, id), ` step ${plain(step.number)}, ${state}`),
  );
}

/** `actions`: `{goToEvent(id), forget()}`. */
export function givenNodes({ given }, { goToEvent, forget }) {
  const remembered = given.filter(({ isRemembered }) => isRemembered).length;
  const words = given.length === 0 ? 'Nothing yet.' : `${plural(remembered, 'event')} remembered.`;
  return [
    h('p', { class: 'quiet' }, h('strong', {}, words), ` ${LEAD}`),
    given.length > 0 &&
      h(
        'div',
        { class: 'actions' },
        h(
          'button',
          { type: 'button', class: 'button', id: 'evidence-forget', click: forget },
          'Forget, and ask again',
        ),
      ),
    h(
      'ol',
      { class: 'given-list' },
      given.map((one) => givenItem(one, goToEvent)),
    ),
  ].filter(Boolean);
}

const chapterOf = (id) => /^(.*_ch\d+)_e\d+$/.exec(id)?.[1];

const mentions = ({ entities }, concept) => entities.some(({ id }) => id === concept);

/** What a follow-up left out because it was given before: `[{id, summary, step}]`, as far as is known. */
export function leftOutOf(step, { steps, given }) {
  const { kind, request } = step;
  if (kind === 'search' || step.reply.error) return [];
  const before = steps.slice(0, step.number - 1).flatMap(({ events }) => events);
  const known = new Map(before.map((event) => [event.id, event]));
  for (const { id } of step.events) known.delete(id);
  const isAsked = {
    expand: (event) => mentions(event, request.concept_id),
    nearby: ({ id }) => chapterOf(id) === chapterOf(request.event_id),
  };
  const ids = new Set([...known.values()].filter(isAsked[kind]).map(({ id }) => id));
  return given.filter(({ id }) => ids.has(id));
}

/** What a follow-up left out, greyed. */
export function leftOutNode(leftOut, goToEvent) {
  if (leftOut.length === 0) return null;
  const item = ({ id, summary, step }) =>
    h(
      'li',
      {},
      h('button', { type: 'button', class: 'given-link', click: () => goToEvent(id) }, summary),
      h(
        'span',
        { class: 'given-facts' },
        h('code', {}, id),
        ` given in step ${plain(step.number)}`,
      ),
    );
  return h(
    'section',
    { class: 'left-out', 'aria-labelledby': 'left-out-title' },
    h('h4', { id: 'left-out-title' }, 'Left out, as you have it'),
    h('ul', { class: 'given-list' }, leftOut.map(item)),
  );
}
