/**
 * The part of the page that walks through the palace: a map of wings and rooms, a field that searches
 * where one stands, and the drawers there.
 *
 * Its nodes are made once and changed in place, so that a walk moves the map and nothing else.
 */

import { h } from './dom.js';
import { Latest } from './latest.js';
import { countIn, readPalace } from './palace_data.js';
import { fileDemoPalace } from './palace_demo.js';
import { PalaceFind } from './palace_find.js';
import { PalaceForm } from './palace_form.js';
import { PalaceKeep } from './palace_keep.js';
import { listPlace, listResults } from './palace_list.js';
import { PalaceMap } from './palace_map.js';
import { PalaceTunnels } from './palace_tunnels.js';
import { placeInWords, sizeInWords } from './palace_words.js';
import { go, hashOf, placeHash } from './router.js';
import { plural } from './words.js';

const LEAD =
  'Texts stay word for word: in a drawer, in a room, in a wing. Walk to a wing or a room, and what you ' +
  'ask is searched there alone.';

const EMPTY =
  'Start with fifty drawers that a boat, a garden, a choir and a kitchen have filled, or file your own.';

const MINED = 'A folder that was mined on the command line is a store; open it under ';

const PAGE = 10;

export class PalaceView extends EventTarget {
  #memory;
  #meaning;
  #toasts;
  #keep;
  #latest;
  #scope = {};
  #palace; // as readPalace gives it, as long as nothing but the question changes
  #shownCount = PAGE;
  #map = new PalaceMap();
  #find = new PalaceFind(() => this.#asked());
  #form;
  #tunnels;
  #where = h('nav', { class: 'where', 'aria-label': 'Where you are' });
  #size = h('span', { class: 'quiet' });
  #list = h('section', { class: 'palace-list', 'aria-label': 'Drawers' });
  #empty = h('div', { class: 'empty', hidden: true });
  #fileButton;
  #article;

  /** `meaning`: what gives questions a vector, a Meaning. Tells its writes by an event `change`. */
  constructor(memory, meaning, toasts) {
    super();
    this.#memory = memory;
    this.#meaning = meaning;
    this.#toasts = toasts;
    this.#keep = new PalaceKeep(memory);
    this.#keep.addEventListener('change', () => this.dispatchEvent(new Event('change')));
    this.#latest = new Latest(this.#tellFailure);
    this.#form = this.#makeForm();
    this.#tunnels = this.#makeTunnels();
    this.#fileButton = this.#makeFileButton();
    this.#article = this.#makeArticle();
  }

  get field() {
    return this.#find.field;
  }

  /** Puts the cursor into the field, what is in it selected. */
  focus() {
    this.#find.focus();
  }

  /** Empties the field; answers whether there was something in it. */
  clear() {
    const had = this.#find.clear();
    if (had) this.#asked();
    return had;
  }

  /** The headings of the drawers, in their order. */
  links() {
    return [...this.#list.querySelectorAll('.drawer-title')];
  }

  /** `{nodes, shown}` of the pane. */
  async make({ wing, room }) {
    if (wing !== this.#scope.wing || room !== this.#scope.room) this.#shownCount = PAGE;
    this.#scope = { wing, room };
    this.#palace = undefined;
    let paint;
    await this.#latest.now(async () => {
      const prepared = await this.#prepare();
      return () => (paint = prepared);
    });
    return { nodes: [this.#article], shown: (focus) => this.#shown(paint, focus) };
  }

  #tellFailure = (error) => this.#toasts.error(error.message);

  #shown(paint, focus) {
    paint?.(); // not where another question came meanwhile: that one paints
    const isLost = document.activeElement === document.body;
    if (focus && isLost) this.#article.querySelector('#palace-title, h2')?.focus();
  }

  #asked() {
    this.#shownCount = PAGE;
    this.#latest.soon(() => this.#prepare());
  }

  async #prepare() {
    const [scope, query] = [this.#scope, this.#find.query];
    const palace = await this.#read();
    const isSearched = query.trim() !== '' && countIn(palace, scope) !== undefined;
    const listed = isSearched
      ? await this.#search(query, scope)
      : await listPlace(this.#memory, palace, scope, this.#shownCount, this.#actions());
    return () => this.#paint(palace, scope, listed);
  }

  #read() {
    return (this.#palace ??= readPalace(this.#memory));
  }

  async #search(query, scope) {
    const limit = this.#shownCount;
    const options = await this.#meaning.optionsFor(query);
    const reply = await this.#memory.palace.search({ query, ...scope, limit }, options);
    return listResults(this.#memory, reply, scope, limit, this.#actions());
  }

  #actions() {
    return {
      remove: (drawer) => this.#remove(drawer),
      more: () => {
        this.#shownCount *= 2;
        this.#latest.now(() => this.#prepare());
      },
    };
  }

  #paint(palace, scope, { nodes, found }) {
    const isEmpty = palace.drawers === 0;
    this.#article.classList.toggle('is-empty', isEmpty);
    this.#article.classList.toggle('is-searched', this.#find.query.trim() !== '');
    this.#empty.hidden = !isEmpty;
    this.#size.textContent = isEmpty ? '' : sizeInWords(palace);
    this.#find.show(palace, scope);
    this.#tunnels.show(palace, scope);
    this.#where.replaceChildren(...crumbs(scope));
    this.#map.show(palace, scope, found);
    this.#replaceList(nodes);
  }

  /** Puts new nodes into the list; the drawer that had the focus keeps it. */
  #replaceList(nodes) {
    const focused = document.activeElement?.closest('[data-drawer]')?.dataset.drawer;
    const hadFocus = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(...nodes);
    if (!hadFocus) return;
    const same = focused && this.#list.querySelector(`[data-drawer="${CSS.escape(focused)}"] h4`);
    (same || this.#list.querySelector('#palace-title') || this.field).focus();
  }

  async #remove({ id }) {
    try {
      const { drawer, closetsRemoved, tunnelsRemoved, undo } = await this.#keep.remove(id);
      const more = [
        tunnelsRemoved > 0 && `${plural(tunnelsRemoved, 'tunnel')} that ended there`,
        closetsRemoved > 0 && `${plural(closetsRemoved, 'digest')} of its file`,
      ].filter(Boolean);
      const also = more.length > 0 ? `, and ${more.join(' and ')}` : '';
      this.#toasts.tell(`Removed from ${placeInWords(drawer)}${also}.`, undo);
    } catch (error) {
      this.#tellFailure(error);
    }
  }

  #makeForm() {
    return new PalaceForm({
      check: async ({ text }) => {
        const options = await this.#meaning.optionsFor(text);
        return (await this.#memory.palace.checkDuplicate(text, options)).matches;
      },
      file: async (given) => {
        const drawer = await this.#keep.file(given);
        this.#toasts.tell(`Filed in ${placeInWords(drawer)}.`);
        this.#find.clear();
        go(placeHash(drawer));
      },
      closed: () => {
        this.#fileButton.setAttribute('aria-expanded', 'false');
        this.#fileButton.focus();
      },
    });
  }

  #makeTunnels() {
    return new PalaceTunnels({
      draw: (tunnel) => this.#told(() => this.#keep.draw(tunnel), 'The tunnel is drawn.'),
      remove: (id) => this.#told(() => this.#keep.undraw(id), 'The tunnel is removed.'),
    });
  }

  /** Does something and tells it; resolves to whether it was done. */
  async #told(act, words) {
    try {
      const { undo } = await act();
      this.#toasts.tell(words, undo);
      return true;
    } catch (error) {
      this.#tellFailure(error);
      return false;
    }
  }

  #makeFileButton() {
    const click = async () => {
      if (this.#form.isOpen) return this.#form.close();
      this.#fileButton.setAttribute('aria-expanded', 'true');
      this.#form.open(this.#scope, await this.#read());
    };
    const attributes = { type: 'button', class: 'button', id: 'palace-file', click };
    return h('button', { ...attributes, 'aria-expanded': 'false' }, 'File a drawer');
  }

  #fillEmpty() {
    const click = async ({ currentTarget: button }) => {
      button.disabled = true;
      try {
        const added = await fileDemoPalace(this.#memory);
        this.#keep.announce();
        this.#toasts.tell(`${plural(added, 'drawer')} filed.`);
      } catch (error) {
        this.#toasts.error(`The demo could not be filed: ${error.message}`);
      }
      button.disabled = false;
    };
    const attributes = { type: 'button', class: 'button is-main', id: 'palace-begin', click };
    this.#empty.append(
      h('p', { class: 'lead' }, 'No drawer is filed yet.'),
      h('p', {}, EMPTY),
      h('p', {}, MINED, h('a', { href: hashOf({ view: 'files' }) }, 'Files'), '.'),
      h('div', { class: 'actions' }, h('button', attributes, 'Furnish the palace')),
    );
  }

  #makeArticle() {
    this.#fillEmpty();
    return h(
      'article',
      { class: 'palace', keydown: (event) => this.#escape(event) },
      h(
        'div',
        { class: 'palace-head' },
        h('h2', { tabindex: -1 }, 'Palace'),
        this.#size,
        this.#fileButton,
      ),
      h('p', { class: 'palace-lead quiet' }, LEAD),
      this.#empty,
      h('div', { class: 'palace-ask' }, this.#find.node, this.#form.node),
      h(
        'div',
        { class: 'palace-ground' },
        h('div', { class: 'palace-map' }, this.#where, this.#map.node),
        this.#tunnels.node,
      ),
      this.#list,
    );
  }

  /** Escape leads a step up, out of a room into its wing. */
  #escape(event) {
    const { key, defaultPrevented, target } = event;
    const { wing, room } = this.#scope;
    if (key !== 'Escape' || defaultPrevented || wing === undefined) return;
    if (target === this.field && this.#find.query !== '') return; // empties it first
    event.preventDefault();
    go(placeHash(room === undefined ? {} : { wing }));
  }
}

/** The way to a place, as links but for its last step. */
function crumbs({ wing, room }) {
  const steps = [
    ['Palace', {}],
    ...(wing === undefined ? [] : [[wing, { wing }]]),
    ...(room === undefined ? [] : [[room, { wing, room }]]),
  ];
  const last = steps.length - 1;
  const step = ([name, place], at) =>
    at === last
      ? h('span', { 'aria-current': 'location' }, name)
      : h('a', { href: placeHash(place) }, name);
  return [
    h(
      'ol',
      {},
      steps.map((one, at) => h('li', {}, step(one, at))),
    ),
  ];
}
