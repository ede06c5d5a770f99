/** What the evidence face answers, in words, and what can be done next. No DOM here. */

import { plain, plural } from './words.js';

/**
 * What to do next, as the view knows it: `again` asks the question anew, `forget` does so after
 * forgetting what was given, `anyway` asks for what was given as well, `read` reads the event,
 * `field` goes to the field.
 */
const REASONS = {
  no_query_terms: {
    words: 'There is no word in this to search for: only marks.',
    hint: 'Write a word, or leave the field empty for the newest.',
    next: ['field'],
  },
  nothing_new: {
    words: 'Nothing new: all that fits was given to this conversation already.',
    hint: 'It is in the list of what was given. Ask something else, or have it once more.',
    next: ['anyway', 'forget'],
  },
  no_match: {
    words: 'No event fits this.',
    hint: 'Try other words, or fewer conditions.',
    next: ['field'],
  },
  chain_exhausted: {
    words: 'This question and its follow-ups have given their 20 events.',
    hint: 'Ask a new question: it begins a new chain. What was given stays left out.',
    next: ['field'],
  },
};

const ERRORS = {
  cursor_unknown: {
    words: 'The memory does not know this place any more.',
    hint: 'It was opened anew since, with nothing given. Ask again and walk on from there.',
    next: ['again'],
  },
  cursor_expired: {
    words: 'This place has expired.',
    hint: 'Places are kept for 15 minutes, 32 at a time, until you forget. Ask again and walk on from there.',
    next: ['again'],
  },
  model_changed: {
    words: 'The memory has vectors of another model now.',
    hint: 'What this place was found by does not compare with them. Ask again.',
    next: ['again'],
  },
  record_changed: {
    words: 'An event on the way here was changed or removed.',
    hint: 'Ask again: a changed event counts as new.',
    next: ['again'],
  },
  no_position: {
    words: 'This event has no place in a chapter, so nothing stands before or after it.',
    hint: 'Its id is not like hut_ch02_e03. Read it instead, or walk on by a concept.',
    next: ['back'],
  },
  unknown_event: {
    words: 'This event is not on the way here, or is gone.',
    hint: 'Go back a step, or ask again.',
    next: ['back', 'again'],
  },
  unknown_concept: {
    words: 'No event on the way here opened this concept.',
    hint: 'Go back a step, or ask again.',
    next: ['back', 'again'],
  },
};

/** An error value of the face: `{words, hint, next}`. */
export function errorInWords({ code, message }) {
  return ERRORS[code] ?? { words: `That did not work: ${message}.`, hint: '', next: ['field'] };
}

/** Why a reply holds no event: `{words, hint, next}`. */
export function reasonInWords({ reason }) {
  return REASONS[reason] ?? { ...REASONS.no_match, words: `No event (${reason}).` };
}

const BY = {
  search: () => '',
  expand: ({ title }) => ` that mention “${title}”`,
  nearby: ({ title }) => ` around ${title}`,
};

/** One sentence about a step, for the line above the cards and for screen readers. */
export function summaryOf(step) {
  const { events, reply, kind } = step;
  if (reply.error) return errorInWords(reply.error).words;
  if (events.length === 0) return reasonInWords(reply).words;
  return `${plural(events.length, 'event')}${BY[kind](step)}`;
}

/** "just now", "3 minutes ago". */
export function ageInWords(milliseconds) {
  const minutes = Math.floor(milliseconds / 60_000);
  return minutes === 0 ? 'just now' : `${plural(minutes, 'minute')} ago`;
}

/** "1,204 to 1,322 of 2,801 characters"; `range` is half-open and counts from 0. */
export function rangeInWords([start, end], total) {
  return `characters ${plain(start + 1)} to ${plain(end)} of ${plain(total)}`;
}
