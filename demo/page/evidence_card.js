/** An event that was given, as a card: what it says, where that stands, and where it leads. */

import { h } from './dom.js';
import { placeBar } from './evidence_place.js';
import { PersonView } from './evidence_person.js';
import { ReadingView } from './evidence_reading.js';
import { rangeInWords } from './evidence_words.js';
import { runNodes } from './runs_view.js';
import { plain, plural } from './words.js';

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

const dateOf = (writtenAt) =>
  writtenAt === null
    ? h('span', {}, 'undated')
    : h('time', { datetime: writtenAt }, dates.format(new Date(writtenAt)));

const scoreOf = (score) =>
  score === null
    ? null
    : h(
        'span',
        { class: 'score', title: 'a heuristic: it only orders this reply' },
        score.toFixed(4),
      );

function head({ score, writtenAt, contentLength, id }, { place, runs, inks }) {
  return [
    h(
      'div',
      { class: 'hit-head' },
      h(
        'h4',
        { class: 'event-title', tabindex: -1 },
        h('span', { class: 'event-place', 'aria-hidden': 'true' }, place),
        h('span', {}, runNodes(runs.summary, inks)),
      ),
      scoreOf(score),
    ),
    h(
      'p',
      { class: 'event-facts' },
      h('code', {}, id),
      dateOf(writtenAt),
      h('span', {}, plural(contentLength, 'character')),
    ),
  ];
}

function excerptNodes({ excerpt, contentLength: total }, { runs, inks }) {
  const [start, end] = excerpt.range;
  const quote = [start > 0 && '… ', runNodes(runs.excerpt, inks), end < total && ' …'];
  return [
    h('blockquote', { class: 'event-excerpt', title: rangeInWords(excerpt.range, total) }, quote),
    total > end - start && placeBar({ excerpt: excerpt.range, total }),
  ];
}

/** In place of an excerpt whose text was given before. */
function sameText({ quoteRef: { id, range } }, { goToEvent, step }) {
  const where = `characters ${plain(range[0] + 1)} to ${plain(range[1])}`;
  const click = () => goToEvent(id);
  const isHere = step.events.some((event) => event.id === id);
  return h(
    'p',
    { class: 'event-same' },
    'same text as ',
    h('button', { type: 'button', class: 'link', click }, id),
    h('span', { class: 'quiet' }, `, ${where}${isHere ? ', above' : ', given before'}`),
  );
}

function conceptChip({ id, name }, { step, expand }) {
  const { events } = step.reply.concepts.find((concept) => concept.id === id) ?? {};
  const title = `Other events that mention “${name}”`;
  const click = () => expand({ id, name });
  return h(
    'button',
    { type: 'button', class: 'chip', title, click },
    name,
    events && h('span', { class: 'chip-count' }, plain(events)),
  );
}

function entityNodes({ entities }, people, view) {
  const persons = entities.filter(({ kind }) => kind === 'person').map(({ name }) => name);
  const concepts = entities.filter(({ kind }) => kind === 'concept');
  return h(
    'p',
    { class: 'event-entities' },
    people.buttons(persons),
    concepts.map((concept) => conceptChip(concept, view)),
  );
}

function readButton(event, reading) {
  const title = event.excerpt && event.hint ? 'Read on from here' : 'Read it';
  const click = async ({ currentTarget: button }) => {
    if (reading.isOpen) reading.close();
    else await reading.open();
    button.textContent = reading.isOpen ? 'Close the text' : title;
    button.setAttribute('aria-expanded', String(reading.isOpen));
  };
  return h('button', { type: 'button', class: 'button', 'aria-expanded': 'false', click }, title);
}

function actionsOf(event, reading, { nearby }) {
  const click = () => nearby(event);
  return h(
    'div',
    { class: 'actions' },
    readButton(event, reading),
    h('button', { type: 'button', class: 'button', click }, 'Before and after'),
  );
}

/**
 * The card of an event as a list item. `view`: `{step, place, inks, runs}`, `runs` of this event, and
 * what its parts do: `expand(concept)`, `nearby(event)`, `read(id, start, limit)`,
 * `findPerson(name)`, `goToEvent(id)`.
 */
export function eventCard(event, view) {
  const reading = new ReadingView(event, view.read);
  const people = new PersonView(view.findPerson);
  const { duplicates = [] } = event;
  return h(
    'li',
    { class: 'event', 'data-event': event.id },
    head(event, view),
    event.excerpt && excerptNodes(event, view),
    event.quoteRef && sameText(event, view),
    duplicates.length > 0 && h('p', { class: 'quiet' }, `The same text: ${duplicates.join(', ')}`),
    entityNodes(event, people, view),
    actionsOf(event, reading, view),
    people.node,
    reading.node,
  );
}
