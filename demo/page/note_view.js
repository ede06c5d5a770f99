/** One note in the pane: its text, why it was found, and the graph of its links. */

import { factList, h, icon } from './dom.js';
import { GraphView } from './graph_view.js';
import { isSameNote, keyOf } from './notebook.js';
import { neighboursOf } from './neighbours.js';
import { contentRuns, nameRuns } from './reader.js';
import { editHash, writeHash } from './router.js';
import { runNodes } from './runs_view.js';
import { scoreBar, partTable } from './score_view.js';
import { shownTerms } from './terms.js';
import { decimal, decimalOf, moment, plural } from './words.js';

const NO_INKS = new Map();

export class NoteView {
  #notebook;
  #reader;
  #remove;
  #graph = new GraphView();

  /** `remove(note)` is called when the note is to go. */
  constructor(notebook, reader, remove) {
    this.#notebook = notebook;
    this.#reader = reader;
    this.#remove = remove;
  }

  /** `{nodes, shown}` for a route; `found` is what the list shows, or null. */
  async make({ category, name }, found) {
    const { memory } = this.#notebook;
    const note = await memory.get(category, name);
    if (!note) return { nodes: [missing({ category, name })] };
    const [reading, neighbours, tokens] = await Promise.all([
      this.#reader.read(note),
      neighboursOf(memory, note),
      memory.estTokens(`${note.name}\n${note.content}`),
    ]);
    const hit = found?.entries.find(({ entry }) => isSameNote(entry, note));
    const nodes = [this.#article(note, { reading, neighbours, tokens, hit, found }), this.#links()];
    // The graph measures its place, so it is drawn once it has one.
    return { nodes, shown: () => this.#graph.show(note, neighbours) };
  }

  #article(note, { reading, neighbours, tokens, hit, found }) {
    const matched = hit ? shownTerms(hit.entry) : [];
    const inks = found?.inks ?? NO_INKS;
    const unwritten = new Set(neighbours.right.filter((link) => !link.written).map(keyOf));
    return h(
      'article',
      { class: 'note' },
      h('p', { class: 'category' }, note.category),
      h('h2', { tabindex: -1 }, runNodes(nameRuns(reading, matched), inks)),
      h(
        'div',
        { class: 'note-text' },
        runNodes(contentRuns(reading, matched), inks, { clickable: true, unwritten }),
      ),
      facts(note, tokens),
      this.#actions(note),
      hit && reasons(hit, found),
    );
  }

  #actions(note) {
    const click = () => this.#remove(note);
    return h(
      'div',
      { class: 'actions' },
      h('a', { class: 'button', href: editHash(note) }, icon('edit'), 'Edit'),
      h('button', { type: 'button', class: 'button', click }, icon('remove'), 'Remove'),
    );
  }

  #links() {
    return h(
      'section',
      { class: 'part', 'aria-labelledby': 'links-title' },
      h('h3', { id: 'links-title' }, 'Links'),
      h(
        'p',
        { class: 'graph-key quiet', 'aria-hidden': 'true' },
        h('span', {}, 'links here'),
        h('span', {}, 'linked from here'),
      ),
      this.#graph.element,
    );
  }
}

function missing({ category, name }) {
  return h(
    'article',
    { class: 'note' },
    h('p', { class: 'category' }, category),
    h('h2', { tabindex: -1 }, name),
    h(
      'p',
      { class: 'note-text' },
      'There is no note of this name. Other notes may link to it already.',
    ),
    h(
      'div',
      { class: 'actions' },
      h('a', { class: 'button is-main', href: writeHash({ category, name }) }, 'Write it'),
    ),
  );
}

function facts({ ts, owner, sourceConv, sequence, metadata }, tokens) {
  const rows = [
    ['When', moment(ts)],
    ['Owner', owner],
    ['From', sourceConv],
    ['Part of', sequence && `${sequence.id}, ${sequence.position}`],
    ['Costs', plural(tokens, 'token')],
    ['Also', metadata && JSON.stringify(metadata)],
  ];
  return factList(rows);
}

function reasons({ entry, kept }, found) {
  return h(
    'section',
    { class: 'part', 'aria-labelledby': 'why-title' },
    h('h3', { id: 'why-title' }, 'Why it was found'),
    entry.source === 'hit'
      ? weights(entry, found)
      : h('p', {}, `The hit “${entry.via}” links to it.`),
    !kept &&
      h(
        'p',
        { class: 'quiet' },
        'The budget left it out: the notes above it had used up the tokens.',
      ),
  );
}

const MIXED = {
  minmax: 'Each is put on a scale from 0 to 1 over all that was found, then the two are mixed.',
  rrf: 'Each gives ranks, and what counts is how far in front a note stands in the two.',
};

/** What the two signals are before they are mixed. */
function signals({ bm25Score, cosScore }, { result, fusion }) {
  if (!result.embeddingUsed) return null;
  const words = bm25Score === null ? 'no word of it' : `its words ${decimal(bm25Score)} (BM25)`;
  const meaning = cosScore === null ? 'its meaning not near' : `its meaning ${decimal(cosScore)}`;
  const cosine = cosScore === null ? '' : ' (cosine)';
  return h('p', { class: 'quiet' }, `By itself: ${words}, ${meaning}${cosine}. ${MIXED[fusion]}`);
}

function weights(entry, found) {
  const score = (number) => decimalOf(number, found.scale);
  const share = `It scores ${score(entry.score)}; the best note for this search ${score(found.scale)}.`;
  return [
    scoreBar(entry, found),
    h('p', { class: 'quiet' }, share),
    partTable(entry, found),
    signals(entry, found),
  ];
}
