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
  keepSqlFunctions(join(folder, 'src'));
}

// Of SQL's functions those that statements of the store and its tests call; VACUUM calls `quote`.
const sqlFunctions =
  /^(coalesce|count|hex|length|like|max|min|quote|random|randomblob|replace|substr|sum|zeroblob)$/;

// The functions that are built in stand in tables, from where the compiler keeps them all. So the
// rows go that nobody calls, and with them 7 KB of the module.
function keepSqlFunctions(source) {
  const path = join(source, 'func.c');
  const rows = /^ {4}[A-Z_2]+\((\w+),[^()]*\),\n/gm;
  const keep = (row, name) => (sqlFunctions.test(name) ? row : '');
  const text = readFileSync(path, 'utf8').replace(rows, keep);
  writeFileSync(path, text.replace('  sqlite3RegisterDateTimeFunctions();\n', ''));
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
