/** The search field with all that belongs to it: legend, budget, list, and the line between. */

import { BrowseView } from './browse_view.js';
import { BudgetView } from './budget_view.js';
import { EXAMPLES } from './demo_notes.js';
import { byId, h } from './dom.js';
import { FusionView } from './fusion_view.js';
import { Latest } from './latest.js';
import { keyOf } from './notebook.js';
import { resultNodes, summaryOf } from './results_view.js';
import { legendItems } from './score_view.js';
import { search } from './search.js';
import { plural } from './words.js';

export class Finder {
  /** What the list shows: an answer of `search`, or null while nothing is searched. */
  found = null;

  #memory;
  #reader;
  #browse;
  #shown;
  #firstVisit;
  #meaning;
  #latest = new Latest((error) => this.#fail(error));
  #field = byId('query');
  #list = byId('list');
  #budget = new BudgetView(() => this.#latest.soon(this.#prepare));
  #fusion = new FusionView(() => this.#latest.soon(this.#prepare));

  /** `shown()` is called when the list has changed; `firstVisit()` makes what an empty store shows. */
  constructor(memory, reader, { meaning, shown, firstVisit }) {
    this.#memory = memory;
    this.#reader = reader;
    this.#browse = new BrowseView(memory);
    this.#shown = shown;
    this.#firstVisit = firstVisit;
    this.#meaning = meaning;
    this.#field.addEventListener('input', () => this.#latest.soon(this.#prepare));
    byId('search').addEventListener('submit', (event) => event.preventDefault());
    byId('examples').replaceChildren(...EXAMPLES.map((query) => this.#example(query)));
  }

  /** Shows the list anew, for the same question. */
  refresh() {
    return this.#latest.now(this.#prepare);
  }

  /** Empties the field; answers whether there was something in it. */
  clear() {
    if (this.#field.value === '') return false;
    this.#field.value = '';
    this.refresh();
    return true;
  }

  /** Moves the focus to the entry of a note, or to the field where it has none. */
  focusNote({ category, name }) {
    const entry = category && this.#entry(keyOf({ category, name }));
    byId('finder').inert = false; // the pane, which may cover it, is about to go
    document.body.dataset.view = 'home'; // or which may take its place
    (entry?.querySelector('a') ?? this.#field).focus();
  }

  get field() {
    return this.#field;
  }

  /** Puts the cursor into the field, what is in it selected. */
  focus() {
    this.#field.focus();
    this.#field.select();
  }

  /** The links of the list, in its order. */
  links() {
    return [...this.#list.querySelectorAll('a.hit-name')];
  }

  /** Marks the entry of the open note in the list, or none for undefined. */
  markCurrent(note) {
    const key = note && keyOf(note);
    for (const entry of this.#list.querySelectorAll('[data-key]')) {
      const link = entry.querySelector('a');
      if (entry.dataset.key === key) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  }

  #prepare = async () => {
    const query = this.#field.value;
    if (query.trim() === '') return this.#prepareAll();
    const question = { query, budget: this.#budget.tokens, meaning: await this.#mix(query) };
    const found = await search(this.#memory, this.#reader, question);
    return () => this.#paint(found, resultNodes(found), summaryOf(found));
  };

  /** What `retrieve` needs to ask by meaning, too; undefined where nothing is in use for that. */
  async #mix(query) {
    if (!this.#meaning.isActive) return undefined;
    return { ...this.#fusion.options, ...(await this.#meaning.optionsFor(query)) };
  }

  async #prepareAll() {
    const { items } = await this.#memory.status();
    const nodes = items > 0 ? await this.#browse.nodes(() => this.refresh()) : this.#firstVisit();
    return () => {
      this.#paint(null, nodes, items > 0 ? plural(items, 'note') : '');
      byId('examples').hidden = items === 0;
      document.body.classList.toggle('is-empty', items === 0);
    };
  }

  #paint(found, nodes, summary) {
    this.found = found;
    this.#replaceList(nodes);
    byId('legend').replaceChildren(...(found ? legendItems(found) : []));
    byId('examples').hidden = true;
    byId('budget-panel').hidden = found === null;
    this.#budget.show(found);
    this.#fusion.show(found?.wantsMeaning ?? false);
    byId('count').textContent = summary;
    this.#shown();
  }

  /** Puts new nodes into the list; the entry that had the focus keeps it. */
  #replaceList(nodes) {
    const focused = document.activeElement?.closest('#list [data-key]')?.dataset.key;
    this.#list.replaceChildren(...nodes);
    if (focused === undefined) return;
    (this.#entry(focused)?.querySelector('a') ?? this.#field).focus();
  }

  #entry(key) {
    const entries = [...this.#list.querySelectorAll('[data-key]')];
    return entries.find(({ dataset }) => dataset.key === key);
  }

  #example(query) {
    const click = () => {
      this.#field.value = query;
      this.refresh();
    };
    return h('button', { type: 'button', class: 'chip', click }, query);
  }

  #fail(error) {
    byId('count').textContent = error.message;
  }
}
