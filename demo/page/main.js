/** Puts the page together: one memory, the parts that show it, and what each tells the others. */

import { confirm } from './confirm.js';
import { byId } from './dom.js';
import { acceptDrops } from './drop.js';
import { EditorView } from './editor_view.js';
import { EvidenceView } from './evidence_view.js';
import { FilesView } from './files_view.js';
import { Finder } from './finder.js';
import { firstVisit } from './first_visit.js';
import { Importer } from './importer.js';
import { JournalView } from './journal_view.js';
import { startKeyboard } from './keyboard.js';
import { Meaning } from './meaning.js';
import { MeaningChoice } from './meaning_choice.js';
import { followMeaning } from './meaning_line.js';
import { MeaningView } from './meaning_view.js';
import { openDemoMemory, storeLocation } from './memory.js';
import { NoteView } from './note_view.js';
import { Notebook } from './notebook.js';
import { PalaceView } from './palace_view.js';
import { Pane } from './pane.js';
import { Reader } from './reader.js';
import { currentRoute, followRoute, go, hashOf, noteHash } from './router.js';
import { showStatus } from './status_view.js';
import { startTheme } from './theme.js';
import { Toasts } from './toasts.js';
import { StoreWatch } from './watch.js';

const HOME = hashOf({ view: 'home' });
const FILES = hashOf({ view: 'files' });

/** Runs `work` while no other tab of this store computes vectors. */
function alone(work) {
  return navigator.locks?.request(`loci-demo-embed ${storeLocation()}`, work) ?? work();
}

class Page {
  #memory;
  #meaning;
  #notebook;
  #toasts = new Toasts();
  #importer;
  #editor;
  #evidence;
  #finder;
  #palace;
  #pane;

  constructor(memory) {
    this.#memory = memory;
    this.#meaning = new Meaning(memory, alone);
    this.#notebook = new Notebook(memory);
    const reader = new Reader(memory);
    const views = this.#makeViews(reader);
    this.#finder = new Finder(memory, reader, {
      meaning: this.#meaning,
      firstVisit: () => firstVisit(() => this.#importer.takeDemo()),
      shown: () => this.#listShown(),
    });
    this.#pane = new Pane(views, this.#tellFailure);
  }

  /** Lets the address, the keyboard, drops and other tabs drive the page, and shows what there is. */
  start() {
    this.#followWrites();
    followMeaning(this.#meaning);
    acceptDrops(byId('drop'), (dropped) => this.#importer.take(dropped));
    byId('pane-close').addEventListener('click', () => this.#close());
    byId('clear').addEventListener('click', () => {
      this.#finder.clear();
      this.#finder.focus();
    });
    startKeyboard(this.#searched, () => this.#close());
    // What nobody expected is told, too, and stays on the console.
    window.addEventListener('unhandledrejection', ({ reason }) => this.#tellFailure(reason));
    window.addEventListener('beforeunload', (event) => {
      if (this.#editor.hasDrafts) event.preventDefault();
    });
    this.#followAddress();
    this.#refresh();
  }

  /** What the pane can show, as Pane takes it. */
  #makeViews(reader) {
    const [memory, toasts] = [this.#memory, this.#toasts];
    this.#importer = new Importer(this.#notebook, {
      toasts,
      confirm,
      report: (problems) => {
        files.setProblems(problems);
        if (problems.length > 0) go(FILES);
      },
    });
    this.#editor = new EditorView(this.#notebook, (kept) => this.#saved(kept));
    const files = new FilesView(memory, this.#importer, toasts);
    this.#evidence = new EvidenceView(memory, this.#meaning, toasts);
    this.#palace = new PalaceView(memory, this.#meaning, toasts);
    const journal = new JournalView(memory);
    const meaning = new MeaningView(this.#meaning, new MeaningChoice(storeLocation()));
    const note = new NoteView(this.#notebook, reader, (item) => this.#remove(item));
    return {
      note: (route) => note.make(route, this.#finder.found),
      edit: (route) => this.#editor.make(route),
      new: (route) => this.#editor.make(route),
      journal: () => journal.make(() => this.#pane.refresh()),
      files: () => files.make(),
      meaning: () => meaning.make(),
      evidence: () => this.#evidence.make(),
      palace: (route) => this.#palace.make(route),
    };
  }

  /** What the keyboard searches with. */
  #searched = () => {
    const own = { evidence: this.#evidence, palace: this.#palace };
    return own[this.#pane.route.view] ?? this.#finder;
  };

  #tellFailure = (error) => this.#toasts.error(error.message);

  #saved({ item, undo }) {
    this.#toasts.tell(`“${item.name}” is kept.`, undo);
    go(noteHash(item));
  }

  async #remove(item) {
    try {
      const { undo } = await this.#notebook.remove(item);
      this.#toasts.tell(`“${item.name}” is removed.`, undo);
      go(HOME);
    } catch (error) {
      this.#tellFailure(error);
    }
  }

  /** Shows the notes anew after writes, of this tab or of another. */
  #followWrites() {
    const watch = new StoreWatch(this.#memory, () => this.#refresh());
    const own = () => {
      watch.accept().catch(this.#tellFailure);
      this.#refresh();
    };
    this.#notebook.addEventListener('change', own);
    this.#notebook.addEventListener('replace', () => this.#evidence.restart());
    this.#palace.addEventListener('change', own);
    this.#meaning.addEventListener('vectors', own);
  }

  #refresh() {
    showStatus(this.#memory).catch(this.#tellFailure);
    this.#meaning.sweep();
    this.#finder.refresh(); // and with it a note in the pane; a form is left as it is
    if (['journal', 'files', 'palace'].includes(this.#pane.route.view)) this.#pane.refresh();
  }

  /** An open note tells why it was found, which changes with the list. */
  #listShown() {
    const { route } = this.#pane;
    if (route.view !== 'note') return;
    this.#finder.markCurrent(route);
    this.#pane.refresh();
  }

  #followAddress() {
    let focus = false; // a page that has just come takes none
    followRoute((route) => {
      this.#finder.markCurrent(route.view === 'note' ? route : undefined);
      this.#pane.show(route, { focus });
      focus = true;
    });
  }

  /** Closes the pane and goes back to the list; answers whether it was open. */
  #close() {
    const { view, ...note } = currentRoute();
    if (view === 'home') return false;
    go(HOME);
    this.#finder.focusNote(note);
    return true;
  }
}

startTheme();
try {
  new Page(await openDemoMemory()).start();
  document.body.classList.add('is-ready');
} catch (error) {
  byId('count').textContent = `The memory could not be opened: ${error.message}`;
  byId('status-mode').textContent = 'Not open';
  console.error(error);
}
