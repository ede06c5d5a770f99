/** Light or dark: as the system has it, until the person says otherwise. */

import { byId } from './dom.js';

const KEY = 'loci-theme';
const dark = window.matchMedia('(prefers-color-scheme: dark)');

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is refused: the choice lasts as long as the page
  }
}

function store(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // as above
  }
}

const isDark = () =>
  (document.documentElement.dataset.theme ?? (dark.matches ? 'dark' : 'light')) === 'dark';

function apply(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  byId('theme').setAttribute('aria-pressed', String(isDark()));
}

/** Applies the choice of an earlier visit, and lets the button change it. */
export function startTheme() {
  apply(stored());
  dark.addEventListener('change', () => apply());
  byId('theme').addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark';
    store(theme);
    apply(theme);
  });
}
