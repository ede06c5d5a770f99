/** The trail of a conversation: a line for each question, its follow-ups behind it, and its meter. */

import { h, withSizes } from './dom.js';
import { CHAIN_LENGTH } from './evidence_conversation.js';
import { plain, plural } from './words.js';

const KINDS = { search: 'asked', expand: 'by concept', nearby: 'around' };

/** Which step one came from, where that is not the one before it. */
function branchOf({ parent }, before) {
  return parent && parent !== before ? `from ${parent.number}, ` : '';
}

function stepItem(step, before, { current, goTo }) {
  const { number, kind, title, events, reply } = step;
  const isCurrent = step === current;
  const attributes = {
    type: 'button',
    class: `step${reply.error ? ' is-wrong' : ''}`,
    'aria-current': isCurrent && 'step',
    click: () => goTo(step),
  };
  return h(
    'li',
    {},
    h(
      'button',
      attributes,
      h('span', { class: 'step-number' }, plain(number)),
      h('span', { class: 'step-kind' }, `${branchOf(step, before)}${KINDS[kind]}`),
      h('span', { class: 'step-title' }, title),
      h('span', { class: 'step-count' }, reply.error ? '!' : `+${events.length}`),
    ),
  );
}

function meter(delivered) {
  const words = `${delivered} of ${CHAIN_LENGTH} events given along this question`;
  const bar = h('span', { class: 'chain-bar', 'aria-hidden': 'true' });
  return h(
    'p',
    { class: 'chain', title: 'A question and all its follow-ups give 20 events at most.' },
    withSizes(bar, { share: delivered / CHAIN_LENGTH }),
    h('span', { 'aria-hidden': 'true' }, `${delivered} of ${CHAIN_LENGTH}`),
    h('span', { class: 'unseen' }, words),
  );
}

function chainItem(root, conversation) {
  const chain = conversation.steps.filter((step) => step.root === root);
  const view = { current: conversation.current, goTo: (step) => conversation.goTo(step) };
  return h(
    'li',
    { class: 'trail-chain' },
    h(
      'ol',
      { class: 'trail-steps' },
      chain.map((step, at) => stepItem(step, chain[at - 1], view)),
    ),
    meter(conversation.deliveredAlong(root)),
  );
}

/** The trail of the question that is looked at, and of the others, the latest first, put away. */
export class TrailView {
  node = h('div', { class: 'trail', role: 'group', 'aria-label': 'What was asked', hidden: true });

  #chain = h('ol', {});
  #others = h('ol', {});
  #title = h('summary', {});
  #rest = h('details', { class: 'trail-others' }, this.#title, this.#others);

  constructor() {
    this.node.append(this.#chain, this.#rest);
  }

  show(conversation) {
    const { current, steps } = conversation;
    const others = steps.filter((step) => step.root === step && step !== current?.root).reverse();
    this.node.hidden = current === null;
    this.#rest.hidden = others.length === 0;
    this.#title.textContent = plural(others.length, 'other question');
    this.#chain.replaceChildren(...(current ? [chainItem(current.root, conversation)] : []));
    this.#others.replaceChildren(...others.map((root) => chainItem(root, conversation)));
  }
}
