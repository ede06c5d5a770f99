/** The pane that brings notes in and hands them out. */

import { h, icon } from './dom.js';
import { filesOfList } from './drop.js';
import { canWriteFolders, downloadMarkdown, downloadStore, writeFolder } from './exporter.js';
import { bytes, plural } from './words.js';

export class FilesView {
  #memory;
  #importer;
  #toasts;
  #problems = [];

  constructor(memory, importer, toasts) {
    this.#memory = memory;
    this.#importer = importer;
    this.#toasts = toasts;
  }

  /** Keeps what an import could not take as it stood, `[{path, line, what}]`, to be shown. */
  setProblems(problems) {
    this.#problems = problems;
  }

  /** `{nodes}` of the pane. */
  async make() {
    const files = await this.#memory.exportMarkdown();
    const nodes = [
      h(
        'article',
        { class: 'note' },
        h('h2', { tabindex: -1 }, 'Files'),
        this.#bringIn(),
        this.#problems.length > 0 && problemList(this.#problems),
        this.#handOut(files),
      ),
    ];
    return { nodes };
  }

  #bringIn() {
    return h(
      'section',
      { class: 'part', 'aria-labelledby': 'in-title' },
      h('h3', { id: 'in-title' }, 'Bring in'),
      h(
        'p',
        { class: 'quiet' },
        'Or drop files or a folder anywhere on this page. Markdown is added to your notes, the name of a file is the category. A store, like memory.loci of the command line, replaces all there is, and asks first.',
      ),
      h(
        'div',
        { class: 'actions' },
        this.#chooser('Markdown files', { multiple: true, accept: '.md,.markdown,text/markdown' }),
        this.#chooser('Folder', { webkitdirectory: true }),
        this.#chooser('Open a store', { accept: '.sqlite,.sqlite3,.db,.loci' }),
      ),
    );
  }

  /** A label is the button, so that the real control keeps its name and its keyboard. */
  #chooser(title, attributes) {
    const change = async ({ target }) => {
      const files = filesOfList(target.files);
      target.value = ''; // the same file again is a change again
      await this.#importer.take(files);
    };
    return h(
      'label',
      { class: 'button' },
      icon('in'),
      title,
      h('input', { type: 'file', class: 'unseen', change, ...attributes }),
    );
  }

  #handOut(files) {
    return h(
      'section',
      { class: 'part', 'aria-labelledby': 'out-title' },
      h('h3', { id: 'out-title' }, 'Hand out'),
      h(
        'p',
        { class: 'quiet' },
        'All there is as one store, which the command line opens, and any SQLite tool; or the notes as Markdown, a file for each category.',
      ),
      h(
        'div',
        { class: 'actions' },
        button('Save the store', () => downloadStore(this.#memory)),
        canWriteFolders() && button('Markdown folder', () => this.#writeFolder(files)),
      ),
      h('ul', { class: 'file-list' }, files.map(fileItem)),
    );
  }

  async #writeFolder(files) {
    try {
      const name = await writeFolder(files);
      if (name !== null) this.#toasts.tell(`${plural(files.length, 'file')} written to “${name}”.`);
    } catch (error) {
      this.#toasts.error(`The folder could not be written: ${error.message}`);
    }
  }
}

function button(title, click) {
  return h('button', { type: 'button', class: 'button', click }, icon('out'), title);
}

function fileItem(file) {
  const size = bytes(new Blob([file.text]).size);
  const name = file.path.split('/').at(-1);
  const click = () => downloadMarkdown(file);
  return h(
    'li',
    {},
    h(
      'button',
      { type: 'button', class: 'file', click, title: `Download ${name}` },
      h('span', {}, name),
      h('span', { class: 'quiet' }, size),
    ),
  );
}

function problemList(problems) {
  const place = ({ path, line }) => (line > 0 ? `${path}, line ${line}` : path);
  return h(
    'section',
    { class: 'part problems', 'aria-labelledby': 'problems-title' },
    h('h3', { id: 'problems-title' }, `Remarks on the last import: ${problems.length}`),
    h(
      'ul',
      {},
      problems.map((problem) => h('li', {}, h('code', {}, place(problem)), ` ${problem.what}`)),
    ),
  );
}
