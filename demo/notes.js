/** The notes that ship with the demo, as `importMarkdown` takes them. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('./memory', import.meta.url));

/** Reads demo/memory: `[{path: 'wiki/<category>.md', text}]`, sorted by path. */
export async function readDemoNotes() {
  const names = (await readdir(join(FOLDER, 'wiki'))).filter((name) => name.endsWith('.md'));
  return Promise.all(
    names.sort().map(async (name) => ({
      path: `wiki/${name}`,
      text: await readFile(join(FOLDER, 'wiki', name), 'utf8'),
    })),
  );
}
