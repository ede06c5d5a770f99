/** The tunnels in words: rooms that stand in several wings, those that somebody drew, and a form for more. */

import { h } from './dom.js';
import { placeInWords } from './palace_words.js';
import { placeHash } from './router.js';
import { plain, plural } from './words.js';

const LEAD = 'A room in several wings is a tunnel between them. Others you can draw.';
const SHOWN = 12;

const placeLink = (place, words = placeInWords(place)) => h('a', { href: placeHash(place) }, words);

function sharedItem({ room, wings, count, recent }) {
  const links = wings.flatMap((wing, at) => [at > 0 && ', ', placeLink({ wing, room }, wing)]);
  const facts = [plural(count, 'drawer'), recent && `newest ${recent}`].filter(Boolean).join(', ');
  return h('li', { title: facts }, h('b', {}, room), h('span', {}, links));
}

function drawnItem({ id, from, to, label }, remove) {
  const words = `Remove the tunnel from ${placeInWords(from)} to ${placeInWords(to)}`;
  const attributes = {
    type: 'button',
    class: 'tunnel-remove',
    'aria-label': words,
    title: 'Remove',
  };
  return h(
    'li',
    { class: 'is-drawn' },
    h('span', {}, placeLink(from), ' – ', placeLink(to), label && h('i', {}, label)),
    h('button', { ...attributes, click: () => remove(id) }, '×'),
  );
}

const valueOf = (wing, room) => JSON.stringify({ wing, room });

function placeSelect(id, label, { wings }) {
  const group = ({ wing, rooms }) =>
    h(
      'optgroup',
      { label: wing },
      rooms.map(({ room }) =>
        h('option', { value: valueOf(wing, room) }, placeInWords({ wing, room })),
      ),
    );
  return h(
    'div',
    { class: 'condition' },
    h('label', { for: id }, label),
    h('select', { id }, wings.map(group)),
  );
}

export class PalaceTunnels {
  node = h('section', { class: 'part tunnels', 'aria-labelledby': 'tunnels-title' });

  #actions;
  #list = h('ul', { class: 'tunnel-list' });
  #more = h('p', { class: 'quiet' });
  #fields = h('div', { class: 'condition-fields' });
  #label = h('input', {
    id: 'tunnel-label',
    autocomplete: 'off',
    placeholder: 'why',
    maxlength: 200,
  });
  #form;
  #fillPlaces;

  /** `actions`: `draw({from, to, label})` and `remove(id)`. */
  constructor(actions) {
    this.#actions = actions;
    this.#form = this.#makeForm();
    this.node.append(
      h('h3', { id: 'tunnels-title' }, 'Tunnels'),
      h('p', { class: 'quiet' }, LEAD),
      this.#list,
      this.#more,
      this.#form,
    );
  }

  /** Shows those of a palace; a form that is open goes on. */
  show(palace, scope) {
    const { shared, tunnels } = palace;
    const left = Math.max(0, shared.length - SHOWN) + Math.max(0, tunnels.length - SHOWN);
    this.#list.replaceChildren(
      ...shared.slice(0, SHOWN).map(sharedItem),
      ...tunnels.slice(-SHOWN).map((tunnel) => drawnItem(tunnel, this.#actions.remove)),
    );
    this.#more.textContent = left > 0 ? `and ${plain(left)} more` : '';
    this.#fillPlaces = () => this.#showPlaces(palace, scope);
    if (!this.#form.open) this.#fields.replaceChildren(); // there may be thousands
  }

  #showPlaces(palace, scope) {
    const [from, to] = [
      placeSelect('tunnel-from', 'From', palace),
      placeSelect('tunnel-to', 'To', palace),
    ];
    const [, second] = palace.wings;
    if (second) to.querySelector('select').value = valueOf(second.wing, second.rooms[0].room);
    if (scope.room !== undefined)
      from.querySelector('select').value = valueOf(scope.wing, scope.room);
    this.#fields.replaceChildren(from, to);
  }

  #makeForm() {
    return h(
      'details',
      { class: 'tunnel-form', toggle: () => this.#form.open && this.#fillPlaces() },
      h('summary', {}, 'Draw a tunnel'),
      h(
        'form',
        { submit: (event) => this.#submit(event) },
        this.#fields,
        h(
          'div',
          { class: 'condition' },
          h('label', { for: 'tunnel-label' }, 'Because'),
          this.#label,
        ),
        h('div', { class: 'actions' }, h('button', { class: 'button' }, 'Draw')),
      ),
    );
  }

  async #submit(event) {
    event.preventDefault();
    const end = (id) => JSON.parse(this.#fields.querySelector(id).value);
    const [from, to] = [end('#tunnel-from'), end('#tunnel-to')];
    const isDrawn = await this.#actions.draw({ from, to, label: this.#label.value.trim() });
    if (!isDrawn) return;
    this.#label.value = '';
    this.#form.open = false;
  }
}
