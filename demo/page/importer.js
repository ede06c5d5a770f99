/** Brings files in. Whatever is wrong with them is said in words, and changes nothing. */

import { byId, withSizes } from './dom.js';
import { DEMO_FILES } from './demo_notes.js';
import { UNCHANGED, looksLikeStore, sortFiles } from './intake.js';
import { MemoryError, countsIn, countsOf } from './memory.js';
import { heldInWords, plain, plural } from './words.js';

/** Shows how far an import is. */
class ProgressBar {
  #element = byId('progress');

  tell = ({ done, total }) => {
    this.#element.hidden = false;
    this.#element.querySelector('span').textContent = `${plain(done)} of ${plural(total, 'file')}`;
    withSizes(this.#element, { share: done / Math.max(1, total) });
  };

  end() {
    this.#element.hidden = true;
  }
}

export class Importer {
  #notebook;
  #toasts;
  #confirm;
  #report;
  #progress = new ProgressBar();

  /** `report(problems)` shows what could not be taken as it stood; `confirm(…)` asks the person. */
  constructor(notebook, { toasts, confirm, report }) {
    this.#notebook = notebook;
    this.#toasts = toasts;
    this.#confirm = confirm;
    this.#report = report;
  }

  /** Takes files, `[{path, file}]`: Markdown is added, a store replaces all once confirmed. */
  async take(files) {
    const sorted = sortFiles(files);
    try {
      if (sorted.kind === 'refused') this.#toasts.error(sorted.message);
      else if (sorted.kind === 'store') await this.#takeStore(sorted.file);
      else await this.#takeMarkdown(sorted);
    } catch (error) {
      this.#tellFailure(error);
    } finally {
      this.#progress.end();
    }
  }

  /** Imports the notes that ship with the demo. */
  async takeDemo() {
    const load = async (name) => {
      const response = await fetch(new URL(`../memory/wiki/${name}`, import.meta.url));
      if (!response.ok) throw new Error(`${name} was not served (${response.status})`);
      return { path: `wiki/${name}`, text: await response.text() };
    };
    try {
      this.#tellImport(
        await this.#notebook.importMarkdown(await Promise.all(DEMO_FILES.map(load))),
      );
    } catch (error) {
      this.#tellFailure(error);
    }
  }

  async #takeMarkdown({ files, ignored }) {
    const read = [];
    for (const { path, file } of files) {
      read.push({ path, bytes: new Uint8Array(await file.arrayBuffer()) });
      this.#progress.tell({ done: read.length, total: files.length });
    }
    const report = await this.#notebook.importMarkdown(read, this.#progress.tell);
    this.#tellImport(report, ignored);
  }

  #tellImport({ added, updated, same, problems }, ignored = 0) {
    const parts = [
      `${plural(added, 'note')} added`,
      updated > 0 && `${plain(updated)} changed`,
      same > 0 && `${plain(same)} there already`,
      ignored > 0 && `${plural(ignored, 'other file')} left out`,
    ];
    this.#report(problems);
    const more = problems.length > 0 ? `; ${plural(problems.length, 'remark')} under “Files”` : '';
    this.#toasts.tell(`${parts.filter(Boolean).join(', ')}${more}.`);
  }

  async #takeStore(file) {
    if (!(await looksLikeStore(file))) {
      this.#toasts.error(`${file.name} is no Loci store: it is not an SQLite file. ${UNCHANGED}`);
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const [theirs, status] = await Promise.all([countsIn(bytes), this.#notebook.memory.status()]);
    const ours = countsOf(status);
    const question = `${file.name} holds ${heldInWords(theirs)}. It replaces the ${heldInWords(ours)} that you have here.`;
    const isEmpty = ours.notes + ours.events + ours.drawers === 0;
    if (!isEmpty && !(await this.#confirm('Replace all there is?', question, 'Replace'))) return;
    const { undo } = await this.#notebook.replaceAll(bytes);
    this.#toasts.tell(`${heldInWords(theirs)} from ${file.name}.`, undo);
  }

  #tellFailure(error) {
    if (!(error instanceof MemoryError)) console.error(error);
    this.#toasts.error(`That could not be brought in: ${error.message}. ${UNCHANGED}`);
  }
}
