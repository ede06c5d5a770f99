/** Puts the page together: one memory, the parts that show it, and what each tells the others. */

import { confirm } from './confirm.js';
import { byId, h } from './dom.js';
import { acceptDrops } from './drop.js';
import { EditorView } from './editor_view.js';
import { FilesView } from './files_view.js';
import { Finder } from './finder.js';
import { Importer } from './importer.js';
import { JournalView } from './journal_view.js';
import { startKeyboard } from './keyboard.js';
import { openDemoMemory } from './memory.js';
import { NoteView } from './note_view.js';
import { Notebook } from './notebook.js';
import { Pane } from './pane.js';
import { Reader } from './reader.js';
import { currentRoute, followRoute, go, hashOf, noteHash } from './router.js';
import { showStatus } from './status_view.js';
import { startTheme } from './theme.js';
import { Toasts } from './toasts.js';
import { RevisionWatch } from './watch.js';

const HOME = hashOf({ view: 'home' });

/** What a list without notes offers. */
function firstVisit(importer) {
  const begin = async ({ currentTarget }) => {
    currentTarget.disabled = true;
    await importer.takeDemo();
  };
  return [
    h(
      'div',
      { class: 'empty' },
      h('p', { class: 'lead' }, 'Nothing is remembered yet.'),
      h(
        'p',
        {},
        'Start with sixty notes in three languages, about tides, gardens and burnt sugar, or with your own: drop Markdown files anywhere on this page.',
      ),
      h(
        'div',
        { class: 'actions' },
        h(
          'button',
          { type: 'button', id: 'begin', class: 'button is-main', click: begin },
          'Bring in the demo notes',
        ),
        h('a', { class: 'button', href: hashOf({ view: 'new' }) }, 'Write a note'),
      ),
    ),
  ];
}

function start(memory) {
  const toasts = new Toasts();
  const notebook = new Notebook(memory);
  const reader = new Reader(memory);
  const tellFailure = (error) => toasts.error(error.message);

  const importer = new Importer(notebook, {
    toasts,
    confirm,
    report: (problems) => {
      files.setProblems(problems);
      if (problems.length > 0) go(hashOf({ view: 'files' }));
    },
  });
  const files = new FilesView(memory, importer, toasts);
  const journal = new JournalView(memory);
  const editor = new EditorView(notebook, ({ item, undo }) => {
    toasts.tell(`“${item.name}” is kept.`, undo);
    go(noteHash(item));
  });
  const note = new NoteView(notebook, reader, async (item) => {
    const { undo } = await notebook.remove(item);
    toasts.tell(`“${item.name}” is removed.`, undo);
    go(HOME);
  });

  const finder = new Finder(memory, reader, {
    firstVisit: () => firstVisit(importer),
    shown: () => {
      finder.markCurrent(pane.route.view === 'note' ? pane.route : undefined);
      if (pane.route.view === 'note') pane.refresh();
    },
  });
  const write = (route) => editor.make(route);
  const pane = new Pane(
    {
      note: (route) => note.make(route, finder.found),
      edit: write,
      new: write,
      journal: () => journal.make(() => pane.refresh()),
      files: () => files.make(),
    },
    tellFailure,
  );

  const refresh = () => {
    showStatus(memory).catch(tellFailure);
    finder.refresh(); // and a note in the pane with it
    if (['journal', 'files'].includes(pane.route.view)) pane.refresh();
  };
  const watch = new RevisionWatch(memory, refresh);
  notebook.addEventListener('change', () => {
    watch.accept().catch(tellFailure);
    refresh();
  });
  acceptDrops(byId('drop'), (dropped) => importer.take(dropped));
  window.addEventListener('beforeunload', (event) => editor.hasDrafts && event.preventDefault());
  connect(finder, pane);
  refresh();
}

/** Lets the address drive the pane, and the keyboard both. */
function connect(finder, pane) {
  const close = () => {
    const { view, ...note } = currentRoute();
    if (view === 'home') return false;
    go(HOME);
    finder.focusNote(note);
    return true;
  };
  byId('pane-close').addEventListener('click', close);
  byId('clear').addEventListener('click', () => {
    finder.clear();
    finder.focus();
  });
  startKeyboard(finder, close);
  let first = true; // a page that has just come takes no focus
  followRoute((route) => {
    finder.markCurrent(route.view === 'note' ? route : undefined);
    pane.show(route, { focus: !first });
    first = false;
  });
}

startTheme();
try {
  start(await openDemoMemory());
  document.body.classList.add('is-ready');
} catch (error) {
  byId('count').textContent = `The memory could not be opened: ${error.message}`;
  console.error(error);
}
