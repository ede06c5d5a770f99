/** The calls of a conversation as an agent makes them, on demand: as JSON, or as the text of a model. */

import { h } from './dom.js';
import { evidenceText } from './memory.js';
import { plural } from './words.js';

const SHOWN = 2; // numbers of a vector

/** JSON to look at: a vector is told by its first numbers and its length. */
function inJson(value) {
  const short = (key, part) =>
    key === 'embedding' && part
      ? `${Array.from(part).slice(0, SHOWN).join(', ')}, … ${plural(part.length, 'number')}`
      : part;
  return JSON.stringify(value, short, 2);
}

const FORMS = {
  JSON: ({ request, options, reply }) =>
    `evidence.call(${inJson(request)}, ${inJson(options)})\n\n→ ${inJson(reply)}`,
  Text: ({ reply }) => evidenceText(reply),
  文本: ({ reply }) => evidenceText(reply, { language: 'zh' }),
};

/** A call in one of its forms, with buttons for the others. */
class OpenCall {
  nodes;

  #call;
  #code;
  #buttons;

  constructor(call) {
    this.#call = call;
    const label = `Call ${call.number}`;
    this.#code = h('pre', { class: 'call-code', tabindex: 0, 'aria-label': label });
    this.#buttons = Object.keys(FORMS).map((form) => {
      const click = () => this.#show(form);
      return h('button', { type: 'button', class: 'call-form', click }, form);
    });
    this.nodes = [h('div', { class: 'call-forms' }, this.#buttons), this.#code];
    this.#show('JSON');
  }

  #show(form) {
    this.#code.textContent = FORMS[form](this.#call);
    for (const button of this.#buttons)
      button.setAttribute('aria-pressed', String(button.textContent === form));
  }
}

function callItem(call) {
  const { number, request, reply, milliseconds } = call;
  const content = h('div', {});
  const toggle = () => {
    if (content.childElementCount === 0) content.append(...new OpenCall(call).nodes);
  };
  const outcome = reply.error ? reply.error.code : `${milliseconds.toFixed(0)} ms`;
  return h(
    'li',
    {},
    h(
      'details',
      { class: 'call', toggle },
      h('summary', {}, `${number} ${request.operation} `, h('span', { class: 'quiet' }, outcome)),
      content,
    ),
  );
}

/** The list of the calls of a conversation, the latest first; what was opened stays so. */
export class CallsView {
  node = h('ol', { class: 'calls' });

  #items = new WeakMap();

  show({ calls }) {
    this.node.replaceChildren(...calls.map((call) => this.#itemOf(call)));
  }

  #itemOf(call) {
    if (!this.#items.has(call)) this.#items.set(call, callItem(call));
    return this.#items.get(call);
  }
}
