// What can be told of a page's looks by computing: text that is cut off or lies on other text, colours
// too close to each other, controls without a name. The functions run in the page (by `evaluate`), so
// each stands on its own.

/** What is cut off sideways or covers other text: `['what: text', …]`. */
export function misplacedText() {
  const shown = (element) => {
    for (let at = element; at; at = at.parentElement) {
      if (getComputedStyle(at).clipPath !== 'none') return false; // for screen readers alone
    }
    if (element.closest('.toasts, [inert]')) return false;
    return element.checkVisibility({ checkVisibilityCSS: true });
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.data.trim() === '' || !shown(node.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(
      ({ width, height }) => width > 1 && height > 1,
    );
    texts.push({ node, element: node.parentElement, rects, text: node.data.trim().slice(0, 30) });
  }

  const clippers = (element) => {
    const all = [];
    for (let at = element; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== 'visible') all.push(at.getBoundingClientRect());
    }
    return [...all, { left: 0, right: innerWidth, top: -Infinity, bottom: Infinity }];
  };
  const cut = texts.filter(({ element, rects }) =>
    clippers(element).some(({ left, right }) =>
      rects.some((rect) => rect.left < left - 1 || rect.right > right + 1),
    ),
  );

  // Only what can be seen now can cover: what has scrolled out, or is clamped, lies elsewhere.
  const visiblePart = ({ element, rects }) => {
    const boxes = clippers(element);
    const isIn = (rect) => (box) => rect.top >= box.top - 1 && rect.bottom <= box.bottom + 1;
    return rects.filter((rect) => boxes.every(isIn(rect)));
  };
  const solid = texts.filter(({ element }) => !element.closest('.pane-close, svg'));
  const boxes = solid.flatMap((one) => visiblePart(one).map((rect) => ({ ...one, rect })));
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6;
  const covering = [];
  boxes.forEach((a, index) => {
    for (const b of boxes.slice(index + 1)) {
      if (a.node !== b.node && overlap(a.rect, b.rect))
        covering.push(`covers: ${a.text} / ${b.text}`);
    }
  });
  const wide =
    document.documentElement.scrollWidth > window.innerWidth ? ['the page is too wide'] : [];
  return [...wide, ...cut.map(({ text }) => `cut: ${text}`), ...covering];
}

/** Texts with a contrast below `least` to what is behind them: `['3.9 text', …]`. */
export function faintText(least) {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const over = ([r, g, b, a], below) => {
    const mix = (top, bottom) => (top * a + bottom * (255 - a)) / 255;
    return [mix(r, below[0]), mix(g, below[1]), mix(b, below[2])];
  };
  const background = (element) => {
    if (!element) return [255, 255, 255];
    const colour = rgba(getComputedStyle(element).backgroundColor);
    return colour[3] === 255 ? colour : over(colour, background(element.parentElement));
  };
  const luminance = (colour) => {
    const [r, g, b] = colour.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (light + 0.05) / (dark + 0.05);
  };
  const hasText = (element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const faint = [];
  for (const element of document.querySelectorAll('body *')) {
    if (!hasText(element) || element.closest('.unseen, [hidden]') || !element.checkVisibility())
      continue;
    const { color, fill } = getComputedStyle(element);
    const behind = background(element.closest('svg')?.parentElement ?? element);
    const found = contrast(over(rgba(element.closest('svg') ? fill : color), behind), behind);
    if (found < least) faint.push(`${found.toFixed(2)} ${element.textContent.trim().slice(0, 30)}`);
  }
  // The colours of terms are no text, but have to stand out from the page by 3:1.
  const probe = document.body.appendChild(document.createElement('i'));
  const named = (name) => {
    probe.style.setProperty('color', `var(--${name})`);
    return over(rgba(getComputedStyle(probe).color), [255, 255, 255]);
  };
  for (const ground of ['paper', 'sheet']) {
    for (let term = 0; term <= 8; term++) {
      const found = contrast(named(`term-${term}`), named(ground));
      if (found < 3) faint.push(`${found.toFixed(2)} term-${term} on ${ground}`);
    }
  }
  probe.remove();
  return faint;
}

/** What screen readers and keyboards would miss: `['what is wrong', …]`. */
export function hiddenFromReaders() {
  const wrong = [];
  const byIds = (ids) =>
    ids.split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? '');
  const nameOf = (control) =>
    [
      control.getAttribute('aria-label'),
      ...byIds(control.getAttribute('aria-labelledby') ?? ''),
      ...[...(control.labels ?? [])].map(({ textContent }) => textContent),
      control.matches('input, textarea') ? '' : control.textContent,
    ]
      .join('')
      .trim();
  const controls = 'a[href], button, input, textarea, select, summary, [tabindex="0"]';
  for (const control of document.querySelectorAll(controls)) {
    if (nameOf(control) === '') wrong.push(`no name: ${control.outerHTML.slice(0, 80)}`);
  }
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  wrong.push(...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `twice: #${id}`));
  for (const attribute of ['aria-describedby', 'aria-labelledby', 'for', 'list']) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      for (const id of element.getAttribute(attribute).split(/\s+/)) {
        if (!document.getElementById(id)) wrong.push(`${attribute} of nothing: ${id}`);
      }
    }
  }
  for (const landmark of [
    'main',
    'header',
    'footer',
    'nav[aria-label]',
    'h1',
    '[role=status]',
    '[role=alert]',
  ]) {
    if (!document.querySelector(landmark)) wrong.push(`no ${landmark}`);
  }
  const inner = 'a[href] a[href], a[href] button, button button, button a[href], label button';
  for (const element of document.querySelectorAll(inner))
    wrong.push(`nested: ${element.outerHTML}`);
  if (document.documentElement.lang === '') wrong.push('no language');
  return wrong;
}
