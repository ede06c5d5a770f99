/**
 * Text on a terminal: what may be printed, how wide it is, and tables made of it.
 *
 * Stored text is not trusted. `visible` turns everything that could drive a terminal or hide in it
 * (escape sequences, bidirectional overrides, zero-width characters) into signs that can be read,
 * and every function here that takes text applies it, so that no caller can forget.
 *
 * Widths are counted in terminal cells: 2 for East Asian wide characters and emoji, 0 for combining
 * marks, 1 for the rest (ambiguous ones included). Text is only ever cut between grapheme clusters.
 *
 * Tested by tests/js/terminal.test.js.
 */

const DEFAULT_WIDTH = 100;
const NARROWEST_WIDTH = 40;
const COLUMN_GAP = '  ';
const NARROWEST_COLUMN = 6;

const WINDOW = 256; // UTF-16 units

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

// ZWJ and ZWNJ are let through: emoji families and Persian words are made with them.
const UNSEEN =
  /[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}[\p{Cf}&&\p{Default_Ignorable_Code_Point}]]--[\u200c\u200d]]/gv;

// East_Asian_Width W and F: JavaScript has no property for it, so these are its blocks.
const WIDE_RANGES =
  '\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\u33ff\\u3400-\\u4dbf\\u4e00-\\ua4cf\\ua960-\\ua97f' +
  '\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6f\\uff01-\\uff60\\uffe0-\\uffe6' +
  '\\u{16fe0}-\\u{18cff}\\u{1b000}-\\u{1b2ff}\\u{1f200}-\\u{1f2ff}\\u{20000}-\\u{3fffd}';
const WIDE = new RegExp(`[${WIDE_RANGES}]`, 'u');
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[0-9#*]\ufe0f?\u20e3/u;
const ZERO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

// Most texts have a cell a character, or are one: no need to look for clusters.
const PLAIN = /^[ -~]*$/;
const LONE = /^.$/u;

// Where a line may end: at blanks and between wide characters, but never before closing or after
// opening punctuation.
const OPENING = '「『（【《〈〔';
const CLOSING = '、。，．：；？！」』）】》〉〕ー々';
const PIECES = new RegExp(
  `\\s+|[${OPENING}]*(?:[${WIDE_RANGES}]|[^\\s${WIDE_RANGES}]+)[${CLOSING}]*`,
  'gu',
);

function signFor(character) {
  const code = character.codePointAt(0);
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** The text with every character that acts instead of showing replaced by a readable sign. */
export function visible(text) {
  return String(text).replace(UNSEEN, signFor);
}

function escapeFor(character) {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/**
 * `value` as JSON in which characters that act instead of showing are escaped. `indent`: blanks a
 * level; with 0 all is one line.
 */
export function visibleJson(value, indent = 2) {
  const escape = (character) => (character === '\n' ? character : escapeFor(character));
  return JSON.stringify(value, null, indent).replace(UNSEEN, escape);
}

/**
 * The grapheme clusters of a text, one by one. The segmenter's time grows with the square of what it
 * is given, so it gets windows; the last cluster of one may go on behind it, and is looked at again.
 */
function* clustersOf(text) {
  for (let start = 0; start < text.length;) {
    const window = text.slice(start, start + WINDOW);
    const clusters = Array.from(segmenter.segment(window), (part) => part.segment);
    if (start + WINDOW < text.length && clusters.length > 1) clusters.pop();
    yield* clusters;
    for (const cluster of clusters) start += cluster.length;
  }
}

function clusterWidth(cluster) {
  if (EMOJI.test(cluster) || WIDE.test(cluster)) return 2;
  return Array.from(cluster).filter((character) => !ZERO_WIDTH.test(character)).length;
}

/** Terminal cells that `text`, made visible, takes. */
export function displayWidth(text) {
  const shown = visible(text);
  if (PLAIN.test(shown)) return shown.length;
  if (LONE.test(shown)) return clusterWidth(shown);
  let width = 0;
  for (const cluster of clustersOf(shown)) width += clusterWidth(cluster);
  return width;
}

/** The longest prefix of visible `text` that fits into `width` cells, cut between clusters. */
function prefixWithin(text, width) {
  let prefix = '';
  let used = 0;
  for (const cluster of clustersOf(text)) {
    used += clusterWidth(cluster);
    if (used > width) break;
    prefix += cluster;
  }
  return prefix;
}

/** The text made visible and, if wider than `width` cells, cut and ended with '…'. */
export function truncate(text, width) {
  const shown = visible(text);
  if (displayWidth(shown) <= width) return shown;
  return width > 0 ? prefixWithin(shown, width - 1).trimEnd() + '…' : '';
}

/** The text in exactly `width` cells: cut, or filled with blanks on the right ('left' aligned). */
export function fit(text, width, align = 'left') {
  const shown = truncate(text, width);
  const blanks = ' '.repeat(width - displayWidth(shown));
  return align === 'right' ? blanks + shown : shown + blanks;
}

/**
 * Cuts a piece that is wider than a whole line, in one pass, since it may be megabytes; each part
 * holds at least one cluster.
 */
function splitPiece(piece, width) {
  if (displayWidth(piece) <= width) return [piece];
  const parts = [''];
  let used = 0;
  for (const cluster of clustersOf(piece)) {
    const cells = clusterWidth(cluster);
    if (used + cells > width && parts.at(-1) !== '') {
      parts.push('');
      used = 0;
    }
    parts[parts.length - 1] += cluster;
    used += cells;
  }
  return parts;
}

function wrapLine(line, width) {
  if (width === Infinity) return [line.trimEnd()];
  const lines = [''];
  let used = 0;
  const pieces = (line.match(PIECES) ?? []).flatMap((piece) => splitPiece(piece, width));
  for (const piece of pieces) {
    const cells = displayWidth(piece);
    const isBlank = piece.trim() === '';
    if (used + (isBlank ? 0 : cells) > width) {
      lines.push('');
      used = 0;
    }
    if (isBlank && used === 0 && lines.length > 1) continue; // a line was broken here
    lines[lines.length - 1] += piece;
    used += cells;
  }
  return lines.map((wrapped) => wrapped.trimEnd());
}

/**
 * The text made visible, as lines of at most `width` cells; its own line ends are kept. Infinity is
 * for what is no terminal.
 */
export function wrap(text, width) {
  return String(text)
    .split(/\r?\n/)
    .flatMap((line) => wrapLine(visible(line), width));
}

/** Takes cells from the widest of the columns that may shrink until the row fits, or none can. */
function shrinkToFit(widths, columns, available) {
  const fitted = [...widths];
  const mayShrink = (at) => columns[at].shrink && fitted[at] > NARROWEST_COLUMN;
  const total = () => fitted.reduce((sum, width) => sum + width, 0);
  while (total() > available) {
    const candidates = fitted.map((_, at) => at).filter(mayShrink);
    if (candidates.length === 0) break;
    fitted[candidates.reduce((best, at) => (fitted[at] > fitted[best] ? at : best))] -= 1;
  }
  return fitted;
}

function columnWidths(columns, rows, width) {
  const natural = columns.map((column, at) =>
    Math.max(displayWidth(column.title), ...rows.map((row) => displayWidth(row[at]))),
  );
  return shrinkToFit(natural, columns, width - COLUMN_GAP.length * (columns.length - 1));
}

// The blanks that fill a cell stay outside of the colour, where the end of a line can drop them.
function paintText(fitted, paint, row) {
  const text = fitted.trimEnd();
  return paint && text !== '' ? paint(text, row) + fitted.slice(text.length) : fitted;
}

/**
 * A table as lines: the titles, then one line a row.
 *
 * `columns`: `{title, align?: 'left' | 'right', shrink?: boolean, paint?: (cell, row) => string}`;
 * only columns with `shrink` are cut when the table is wider than `width` cells. `paint` gets the
 * text of a cell as it will show and the index of its row, and adds colour. `rows`: one string a
 * column.
 */
export function table(columns, rows, { width, paintTitle }) {
  const widths = columnWidths(columns, rows, width);
  const lineOf = (texts, paintOf, row) =>
    columns
      .map(({ align }, at) => paintText(fit(texts[at], widths[at], align), paintOf(at), row))
      .join(COLUMN_GAP)
      .trimEnd();
  const titles = columns.map(({ title }) => title);
  return [
    lineOf(titles, () => paintTitle),
    ...rows.map((texts, row) => lineOf(texts, (at) => columns[at].paint, row)),
  ];
}

/** A bar of at most `width` cells for a share between 0 and 1, in steps of an eighth of a cell. */
export function bar(share, width) {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * width * 8);
  const part = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths % 8];
  return '█'.repeat(eighths >> 3) + part;
}

/** Cells in a line of `stream`: its columns if it is a terminal, else 100. */
export function terminalWidth(stream) {
  return Math.max(NARROWEST_WIDTH, stream.columns || DEFAULT_WIDTH);
}

/**
 * Whether `stream` should get colours: a terminal that can, and no NO_COLOR (no-color.org).
 * FORCE_COLOR overrides all of that, as 0 or false it refuses them.
 */
export function wantsColor(stream, environment) {
  const forced = environment.FORCE_COLOR;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return Boolean(stream.isTTY) && !environment.NO_COLOR && environment.TERM !== 'dumb';
}

/** Functions that paint text, or leave it as it is when colours are not `enabled`. */
export function palette(enabled) {
  const painter = (on, off) => (text) => (enabled ? `\u001b[${on}m${text}\u001b[${off}m` : text);
  return {
    bold: painter(1, 22),
    dim: painter(2, 22),
    red: painter(31, 39),
    green: painter(32, 39),
    yellow: painter(33, 39),
    cyan: painter(36, 39),
  };
}
