/** Hands out what there is: the store as one SQLite file, or Markdown, a file for each category. */

const REVOKE_MS = 60_000; // a download may begin late; an object URL given up before would break it

/** Lets the browser download `parts` as a file called `name`. */
export function download(name, parts, type) {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
}

export async function downloadStore(memory) {
  download('memory.loci', [await memory.exportBytes()], 'application/vnd.sqlite3');
}

export function downloadMarkdown({ path, text }) {
  download(path.split('/').at(-1), [text], 'text/markdown');
}

/** Whether this browser can write into a folder that the person chooses. */
export const canWriteFolders = () => 'showDirectoryPicker' in window;

async function writeFile(root, { path, text }) {
  const steps = path.split('/');
  const name = steps.pop();
  let folder = root;
  for (const step of steps) folder = await folder.getDirectoryHandle(step, { create: true });
  const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
  await writable.write(text);
  await writable.close();
}

/**
 * Writes Markdown files, `[{path, text}]`, into a folder that the person chooses. Answers its name,
 * or null where they changed their mind.
 */
export async function writeFolder(files) {
  try {
    const folder = await window.showDirectoryPicker({ id: 'loci', mode: 'readwrite' });
    for (const file of files) await writeFile(folder, file);
    return folder.name;
  } catch (error) {
    if (error.name === 'AbortError') return null;
    throw error;
  }
}
