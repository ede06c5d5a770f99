/**
 * The part of the page that walks through evidence: a question, the events that it gives, and where
 * they lead, with what was given before kept apart.
 *
 * Its nodes are made once and changed in place, so that a conversation is still there for who comes
 * back from another part of the page.
 */

import { h } from './dom.js';
import { CallsView } from './evidence_calls.js';
import { Conversations } from './evidence_conversations.js';
import { fillWithDemoEvents } from './evidence_demo.js';
import { EvidenceForm } from './evidence_form.js';
import { givenNodes } from './evidence_given.js';
import { markStep } from './evidence_marks.js';
import { replyNodes } from './evidence_reply.js';
import { TrailView } from './evidence_trail.js';
import { Latest } from './latest.js';
import { plural } from './words.js';

const LEAD =
  'An agent asks in turns. What a conversation was given is not given again, what is quoted stands ' +
  'word for word in the source, and every event says where to look next.';

const CALLS = 'Each as an agent makes it, with what came back.';

const AGES_MS = 20_000; // between two looks at how old what was given is

export class EvidenceView {
  #form = new EvidenceForm((request) => this.#ask(request));
  #memory;
  #meaning;
  #toasts;
  #conversations;
  #filling;
  #replies = new WeakMap(); // by step: its nodes, so that what is open in a card stays so
  #latest;
  #trail = new TrailView();
  #reply = h('section', { class: 'reply', 'aria-labelledby': 'reply-title' });
  #given = h('div', {});
  #calls = new CallsView();
  #callsPart = part('calls', 'Calls', [h('p', { class: 'quiet' }, CALLS), this.#calls.node]);
  #side = this.#makeSide();
  #article;

  /** `meaning`: what gives questions a vector, a Meaning. */
  constructor(memory, meaning, toasts) {
    this.#memory = memory;
    this.#meaning = meaning;
    this.#toasts = toasts;
    this.#latest = new Latest(this.#tellFailure);
    this.#conversations = new Conversations(memory.evidence);
    this.#article = this.#makeArticle();
    this.#follow();
  }

  get field() {
    return this.#form.field;
  }

  /** Puts the cursor into the field, what is in it selected. */
  focus() {
    this.#form.focus();
  }

  /** Empties the field; answers whether there was something in it. */
  clear() {
    return this.#form.clear();
  }

  /** The headings of the cards, in their order. */
  links() {
    return [...this.#reply.querySelectorAll('.event-title')];
  }

  /** `{nodes, shown}` of the pane; brings the demo's events in where there is none. */
  async make() {
    this.#filling ??= this.#fill();
    await this.#filling;
    return { nodes: [this.#article] };
  }

  /** The store is another one: what was given is no longer known, and there may be no events. */
  restart() {
    this.#filling = undefined;
    this.#conversations.restart();
  }

  #tellFailure = (error) => this.#toasts.error(error.message);

  async #fill() {
    try {
      const added = await fillWithDemoEvents(this.#memory);
      if (added > 0) this.#toasts.tell(`${plural(added, 'event')} about a hut brought in.`);
    } catch (error) {
      this.#filling = undefined; // the next visit tries again
      this.#toasts.error(`The demo’s events could not be brought in: ${error.message}`);
    }
  }

  #follow() {
    const conversations = this.#conversations;
    conversations.addEventListener('walk', () => this.#show(true));
    conversations.addEventListener('call', () => this.#showCalls());
    conversations.addEventListener('choose', () => {
      this.#show(false);
      this.#showCalls();
    });
    setInterval(() => {
      if (!this.#given.contains(document.activeElement)) this.#showGiven();
    }, AGES_MS);
    this.#show(false);
    this.#showCalls();
  }

  async #ask(request) {
    const { query_text: query } = request;
    const options = query.trim() === '' ? {} : await this.#meaning.optionsFor(query);
    await this.#walk((conversation) => conversation.ask(request, options));
  }

  /** Takes a step: the cards stay until the next ones are there. */
  async #walk(take) {
    this.#setBusy(true);
    try {
      await take(this.#conversations.current);
    } catch (error) {
      this.#tellFailure(error);
    } finally {
      this.#setBusy(false);
    }
  }

  #setBusy(busy) {
    this.#form.isBusy = busy;
    this.#reply.setAttribute('aria-busy', String(busy));
  }

  /** Shows where the conversation is; `id` is the event to go to in it, if any. */
  #show(focus, id) {
    const conversation = this.#conversations.current;
    return this.#latest.now(async () => {
      const nodes = await this.#replyOf(conversation);
      return () => {
        this.#paint(conversation, nodes);
        if (focus) this.#focus(id);
      };
    });
  }

  async #replyOf(conversation) {
    const step = conversation.current;
    if (step === null) return beginning();
    if (!this.#replies.has(step)) {
      const marks = await markStep(this.#memory, step);
      const actions = this.#actionsOf(conversation, step);
      this.#replies.set(step, replyNodes(step, marks, conversation, actions));
    }
    return this.#replies.get(step);
  }

  #paint(conversation, nodes) {
    const { current, steps } = conversation;
    const isPast = current !== (steps.at(-1) ?? null);
    this.#trail.show(conversation);
    this.#reply.replaceChildren(...(isPast ? [past(current)] : []), ...nodes);
    this.#reply.classList.toggle('is-given', isPast);
    if (!isPast) this.#side.scrollTop = 0; // where what is new stands
    this.#article.classList.toggle('is-begun', current !== null);
    this.#conversations.show();
    this.#showGiven();
  }

  /** Moves the focus to what was given, or to the card of an event in it. */
  #focus(id) {
    if (!this.#article.isConnected) return;
    const card = id && this.#reply.querySelector(`[data-event="${CSS.escape(id)}"] .event-title`);
    const target = card || this.#reply.querySelector('#reply-title');
    target.focus({ preventScroll: true });
    if (card) card.scrollIntoView({ block: 'center' });
    else if (!isWellPlaced(target)) target.scrollIntoView({ block: 'start' });
  }

  #actionsOf(conversation, step) {
    const again = (changes) => () => this.#walk(() => conversation.askAgain(step, changes));
    return {
      expand: (concept) => this.#walk(() => conversation.expand(step, concept)),
      nearby: (event) => this.#walk(() => conversation.nearby(step, event)),
      read: (...where) => conversation.read(...where),
      findPerson: (name) => this.#memory.evidence.findEntity({ kind: 'person', name }),
      goToEvent: (id) => this.#goToEvent(id),
      again: again({}),
      forget: again({ reset_seen: true }),
      anyway: again({ include_delivered: true }),
      back: () => conversation.goTo(step.parent),
      field: () => this.#form.focus(),
    };
  }

  /** Goes to the step that gave an event, and to the event in it. */
  #goToEvent(id) {
    const conversation = this.#conversations.current;
    const step = conversation.stepOf(id);
    if (step === undefined) return;
    conversation.goTo(step);
    this.#show(true, id); // in place of what goTo began to show
  }

  #showGiven() {
    const conversation = this.#conversations.current;
    const actions = {
      goToEvent: (id) => this.#goToEvent(id),
      forget: () => this.#actionsOf(conversation, conversation.current).forget(),
    };
    this.#given.replaceChildren(...givenNodes(conversation, actions));
  }

  #showCalls() {
    this.#calls.show(this.#conversations.current);
    this.#callsPart.hidden = this.#conversations.current.calls.length === 0;
  }

  #makeSide() {
    return h(
      'aside',
      { class: 'evidence-side', 'aria-label': 'This conversation' },
      part('given', 'Given so far', [this.#given]),
      this.#callsPart,
    );
  }

  #makeArticle() {
    return h(
      'article',
      { class: 'evidence' },
      h(
        'div',
        { class: 'evidence-main' },
        h(
          'div',
          { class: 'evidence-head' },
          h('h2', { tabindex: -1 }, 'Evidence'),
          this.#conversations.node,
        ),
        h('p', { class: 'evidence-lead' }, LEAD),
        this.#form.node,
        this.#trail.node,
        this.#reply,
      ),
      this.#side,
    );
  }
}

const BEGIN =
  'Ask something, or take one of the questions above. From the events that come, walk on: by a ' +
  'concept, to what stands before and after, or into the text.';

/** Over a step that was taken before others: its cards are greyed. */
const past = ({ number }) =>
  h(
    'p',
    { class: 'reply-past' },
    `Step ${number}, given before. To walk on from here is a branch.`,
  );

/** Whether what follows an element is in view, too. */
function isWellPlaced(element) {
  const { top } = element.getBoundingClientRect();
  return top > 60 && top < 0.55 * window.innerHeight;
}

const beginning = () => [h('p', { id: 'reply-title', class: 'reply-begin', tabindex: -1 }, BEGIN)];

function part(id, title, nodes) {
  return h(
    'section',
    { class: 'part', 'aria-labelledby': `${id}-title` },
    h('h3', { id: `${id}-title` }, title),
    nodes,
  );
}
