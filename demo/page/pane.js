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
  #opening; // `{focus}` until the route is shown
  #pane = byId('pane');
  #content = byId('pane-content');
  #home = byId('home');
  #latest;

  /**
   * `views`: for each view but home a function (route) => promise of `{nodes, shown?}`; `shown(focus)` is
   * called once the nodes are on the page, and may move the focus on when it has it. A view that gives
   * the very nodes that are there walks within itself: scroll and focus are its own then.
   * `fail(error)` tells of what goes wrong.
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
    this.#opening = { focus };
    return this.#latest.now(async () => {
      const made = await this.#make();
      return () => this.#open(made);
    });
  }

  /** Shows the same route anew; scroll and focus stay where they were. */
  refresh() {
    return this.#latest.now(async () => {
      const made = await this.#make();
      return () => {
        if (this.#opening) return this.#open(made); // in place of `show`, which is not the latest now
        if (this.#holds(made)) return made.shown?.(false);
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

  #holds({ nodes }) {
    return nodes.length > 0 && nodes.every((node) => node.parentNode === this.#content);
  }

  #place({ nodes, shown }, focus) {
    this.#content.replaceChildren(...nodes);
    if (focus) this.#content.querySelector('h2')?.focus({ preventScroll: true });
    shown?.(focus); // after the heading: a view may know a better place for the focus
  }

  #open(made) {
    const { focus } = this.#opening;
    this.#opening = undefined;
    this.#home.hidden = this.#route.view !== 'home';
    this.#cover();
    if (this.#holds(made)) return made.shown?.(focus);
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
