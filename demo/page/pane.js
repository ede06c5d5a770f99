/**
 * The pane beside the list, which shows what the address names. On a narrow screen it covers the
 * list, which then takes neither focus nor clicks.
 */

import { byId } from './dom.js';
import { Latest } from './latest.js';

const narrow = window.matchMedia('(max-width: 859px)');

export class Pane {
  #views;
  #route = { view: 'home' };
  #pane = byId('pane');
  #content = byId('pane-content');
  #home = byId('home');
  #latest;

  /**
   * `views`: for each view but home a function (route) => promise of `{nodes, shown?}`; `shown(focus)` is
   * called once the nodes are on the page, and may move the focus on when it has it. `fail(error)` tells of what goes wrong.
   */
  constructor(views, fail) {
    this.#views = views;
    this.#latest = new Latest(fail);
    narrow.addEventListener('change', () => this.#cover());
  }

  get route() {
    return this.#route;
  }

  /** Shows a route from its top. With `focus` its heading gets the focus. */
  show(route, { focus }) {
    this.#route = route;
    return this.#latest.now(async () => {
      const made = await this.#make();
      return () => this.#open(made, focus);
    });
  }

  /** Shows the same route anew; scroll and focus stay where they were. */
  refresh() {
    return this.#latest.now(async () => {
      const made = await this.#make();
      return () => {
        const at = this.#focusable().indexOf(document.activeElement);
        this.#place(made, false);
        if (at >= 0)
          (this.#focusable()[at] ?? this.#focusable()[0])?.focus({ preventScroll: true });
      };
    });
  }

  #focusable() {
    return [...this.#content.querySelectorAll('a, button, input, textarea, [tabindex]')];
  }

  #make() {
    return this.#views[this.#route.view]?.(this.#route) ?? { nodes: [] };
  }

  #place({ nodes, shown }, focus) {
    this.#content.replaceChildren(...nodes);
    if (focus) this.#content.querySelector('h2')?.focus({ preventScroll: true });
    shown?.(focus); // after the heading: a view may know a better place for the focus
  }

  #open(made, focus) {
    this.#home.hidden = this.#route.view !== 'home';
    this.#cover();
    this.#pane.scrollTop = 0;
    this.#place(made, focus);
  }

  #cover() {
    const open = this.#route.view !== 'home';
    document.body.classList.toggle('has-pane', open);
    document.body.dataset.view = this.#route.view; // some need the whole width
    byId('pane-close').hidden = !open;
    for (const id of ['finder', 'masthead', 'status']) byId(id).inert = open && narrow.matches;
  }
}
