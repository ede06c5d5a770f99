/**
 * Making elements. Text only ever enters as text nodes: what a note holds is never read as HTML.
 * Sizes go through the CSSOM, because the page's Content-Security-Policy forbids style attributes.
 */

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function') node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat(2).filter((child) => child ?? false));
  return node;
}

/**
 * An HTML element. An attribute that is a function listens to the event of that name, `true` stands
 * for a bare attribute, and `null`, `undefined` and `false` are left out, among children as well.
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Sets custom properties, `{share: 0.5}` as `--share`; answers the node. */
export function withSizes(node, sizes) {
  for (const [name, value] of Object.entries(sizes)) node.style.setProperty(`--${name}`, value);
  return node;
}

/** The element with this id; the page is wrong where there is none. */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no element #${id}`);
  return node;
}

/** An icon of the page's sprite, hidden from screen readers: its button has the name. */
export function icon(name) {
  return svg(
    'svg',
    { class: 'icon', 'aria-hidden': 'true' },
    svg('use', { href: `#icon-${name}` }),
  );
}

/** A list of facts out of `[name, value]` rows; those without a value are left out. */
export function factList(rows) {
  return h(
    'dl',
    { class: 'facts' },
    rows
      .filter(([, value]) => value)
      .map(([key, value]) => h('div', {}, h('dt', {}, key), h('dd', {}, value))),
  );
}
