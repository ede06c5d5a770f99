/** Files from a drop or a chooser as `[{path, file}]`, folders walked. */

const MOST_FILES = 20_000; // a home folder dropped by mistake ends here

const isHidden = (name) => name.startsWith('.');

const fileOf = (entry) => new Promise((resolve, reject) => entry.file(resolve, reject));

/** Reads a folder to its end: `readEntries` gives at most 100 at a time. */
async function entriesOf(folder) {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

async function walk(entry, files) {
  if (files.length >= MOST_FILES || isHidden(entry.name)) return;
  if (entry.isFile) files.push({ path: entry.fullPath.slice(1), file: await fileOf(entry) });
  else for (const inner of await entriesOf(entry)) await walk(inner, files);
}

/** The files of a drop. Its items are gone after the event, so they are taken before any wait. */
export async function filesOfDrop({ items, files }) {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return filesOfList(files);
  const found = [];
  for (const entry of entries) await walk(entry, found);
  return found;
}

/** The files of an `<input type="file">`, with `webkitdirectory` or without. */
export function filesOfList(list) {
  return Array.from(list, (file) => ({ path: file.webkitRelativePath || file.name, file })).filter(
    ({ path }) => !path.split('/').some(isHidden),
  );
}

/** Shows `overlay` while files are dragged over the page, and calls `drop(files)` with those dropped. */
export function acceptDrops(overlay, drop) {
  const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
  window.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    overlay.hidden = false;
  });
  window.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) overlay.hidden = true; // left the window, not just an element
  });
  window.addEventListener('drop', async (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    overlay.hidden = true;
    drop(await filesOfDrop(event.dataTransfer));
  });
}
