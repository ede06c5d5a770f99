/** Figures and moments in words, the same everywhere on the page. */

const numbers = new Intl.NumberFormat('en');
const moments = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const days = new Intl.DateTimeFormat('en', { dateStyle: 'full' });
const times = new Intl.DateTimeFormat('en', { timeStyle: 'short' });

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

export const plain = (number) => numbers.format(number);

/** "1 note", "2 notes". */
export const plural = (amount, noun) => `${plain(amount)} ${noun}${amount === 1 ? '' : 's'}`;

/** What a store holds: "2 notes", "2 notes, 1 event and 3 drawers"; "0 notes" where it is empty. */
export function heldInWords({ notes, events, drawers }) {
  const amounts = [
    [notes, 'note'],
    [events, 'event'],
    [drawers, 'drawer'],
  ];
  const held = amounts.filter(([amount]) => amount > 0).map((one) => plural(...one));
  const last = held.pop() ?? plural(0, 'note');
  return held.length > 0 ? `${held.join(', ')} and ${last}` : last;
}

/** A weight or a score, to two places. */
export const decimal = (number) => number.toFixed(2);

/** The same beside others of which the greatest is `scale`: ranks make scores of a few hundredths. */
export const decimalOf = (number, scale) => number.toFixed(scale < 0.1 ? 4 : 2);

/** "53 kB": thousands, as browsers and disks count them. */
export function bytes(amount) {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, amount)) / 3));
  const value = amount / 1000 ** power;
  return `${value >= 10 || power === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`;
}

export const moment = (iso) => moments.format(new Date(iso));
export const day = (iso) => days.format(new Date(iso));
export const time = (iso) => times.format(new Date(iso));
