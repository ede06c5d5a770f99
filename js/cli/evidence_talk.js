// A conversation with the evidence face: what a line means, and what it is answered. One session: what
// was given is not given again, and answers lead on to others.
//
// A line is a question, unless it is a command as a whole: `read 2` is one, `read the manual` is none,
// and behind a ? anything is a question.
//
// Tested by tests/js/cli_evidence_talk.test.js.

import { MemoryError } from '../errors.js';
import { searchRequest } from './evidence_search.js';
import { plural } from './look.js';

const REMEMBERED = 15 * 60_000; // ms, as the engine does
const FOLLOW = /^(expand|nearby|read) (\S+)((?: \d+){0,2})$/;
const BARE = /^(expand|nearby|read)$/;

export const TALK_HELP = [
  ['QUESTION', 'any words: events that matter and were not given yet; an empty ? the newest'],
  ['?QUESTION', 'the same, for a question that looks like one of these'],
  ['expand N', 'events that mention concept N (or its name) of the last answer; expand N LIMIT'],
  ['nearby N', 'the neighbours of event N (or its id) in its chapter; nearby N BEFORE AFTER'],
  ['read N', 'the text of event N; read N START'],
  ['more', 'the text further on'],
  ['seen', 'what was given, and is left out for 15 minutes'],
  ['reset', 'forget what was given'],
  ['help', 'this'],
  ['quit', 'the end'],
];

/** What a person can mend, told like an error of the engine. */
const slip = (message) => new MemoryError('invalid_argument', message);

export class Talk {
  #evidence;
  #values;
  #options;
  #now;
  #reply = { events: [], concepts: [], cursor: null }; // the last that gave something
  #reading; // {event_id, start}: where `more` goes on
  #given = new Map(); // id -> {summary, at}
  #forgets = false;

  /** How many questions and commands were answered, and how many events were given in all. */
  asked = 0;
  gave = 0;

  /**
   * @param {object} evidence that of a memory
   * @param {Record<string, any>} values options of the command line
   * @param {() => number} [now] milliseconds that never go back
   */
  constructor(evidence, values, now = () => performance.now()) {
    this.#evidence = evidence;
    this.#values = values;
    this.#options = { session: values.session };
    this.#now = now;
  }

  /**
   * What a line is answered: `{reply}` of the face, `{seen: [{id, summary}]}`, `{done: sentence}`,
   * `{help: rows}` or `{quit: true}`; undefined for a blank line. Throws a MemoryError for what cannot
   * be done; the conversation goes on.
   */
  answer(line) {
    const words = line.trim().replace(/\s+/g, ' ');
    if (words === '') return undefined;
    if (words === 'help') return { help: TALK_HELP };
    if (words === 'quit' || words === 'exit') return { quit: true };
    this.asked++;
    if (words === 'seen') return { seen: this.#seen() };
    if (words === 'reset') return this.#reset();
    if (words === 'more') return this.#more();
    return this.#follow(words) ?? this.#search(line.trim().replace(/^\?/, ''));
  }

  #search(question) {
    const request = { ...searchRequest(question, this.#values), reset_seen: this.#forgets };
    const reply = this.#evidence.search(request, this.#options);
    this.#forgets = false;
    return this.#keep(reply);
  }

  /** The answer to a command that goes on from another one, or undefined where it is none. */
  #follow(words) {
    if (BARE.test(words)) throw slip(`${words} what? \`${words} N\`: a number of the last answer`);
    const named = this.#conceptNamed(words);
    if (named !== undefined) return this.#expand(named, []);
    const [, verb, which, given = ''] = FOLLOW.exec(words) ?? [];
    const numbers = given.trim() === '' ? [] : given.trim().split(' ').map(Number);
    if (verb === 'expand') return this.#expand(this.#idOf(which, 'concept'), numbers);
    if (verb === 'nearby') return this.#nearby(this.#idOf(which, 'event'), numbers);
    if (verb === 'read') return this.#read(this.#idOf(which, 'event'), numbers);
    return undefined;
  }

  /** The id that a number of the last answer stands for, or an id that was given itself. */
  #idOf(which, what) {
    const list = what === 'event' ? this.#reply.events : this.#reply.concepts;
    if (/^\d+$/.test(which)) {
      const found = list[which - 1];
      if (found) return found.id;
      throw slip(`the last answer has ${plural(list.length, what)}, and no number ${which}`);
    }
    const isKnown = list.some(({ id }) => id === which);
    return isKnown || (what === 'event' && this.#given.has(which)) ? which : undefined;
  }

  /** The id of a concept of the last answer that a command asks for by its name, of several words too. */
  #conceptNamed(words) {
    const name = /^expand (?!\d+$)(.+)$/.exec(words)?.[1].toLowerCase();
    return this.#reply.concepts.find((each) => each.name.toLowerCase() === name)?.id;
  }

  #expand(id, [limit, ...others]) {
    if (id === undefined || others.length > 0) return undefined;
    const { cursor } = this.#reply;
    return this.#keep(this.#evidence.expand({ cursor, concept_id: id, limit }, this.#options));
  }

  #nearby(id, [before, after]) {
    if (id === undefined) return undefined;
    const request = { cursor: this.#reply.cursor, event_id: id, before, after };
    return this.#keep(this.#evidence.nearby(request, this.#options));
  }

  #read(id, [start, ...others]) {
    if (id === undefined || others.length > 0) return undefined;
    const reply = this.#evidence.read({ event_id: id, start }, this.#options);
    this.#reading = reply.next === undefined ? undefined : { id, start: reply.next };
    return { reply };
  }

  #more() {
    if (!this.#reading) throw slip('there is no text to go on with; `read N` begins one');
    return this.#read(this.#reading.id, [this.#reading.start]);
  }

  #keep(reply) {
    if (reply.cursor !== null) this.#reply = reply;
    this.gave += reply.events.length;
    for (const { id, summary } of reply.events) this.#given.set(id, { summary, at: this.#now() });
    return { reply };
  }

  #seen() {
    const remembered = [...this.#given].filter(([, { at }]) => this.#now() - at < REMEMBERED);
    return remembered.map(([id, { summary }]) => ({ id, summary }));
  }

  #reset() {
    this.#forgets = true; // by the next search, which alone can
    this.#given.clear();
    this.#reply = { events: [], concepts: [], cursor: null };
    this.#reading = undefined;
    return { done: 'forgotten what was given; the next question begins anew' };
  }
}
