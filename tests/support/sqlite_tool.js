// Debian's `sqlite3`, where it is installed.

import { spawnSync } from 'node:child_process';

const found = spawnSync('sqlite3', ['--version'], { encoding: 'utf8' });

/** For the options of a test that needs the tool. */
export const needsSqlite = { skip: found.status !== 0 && 'no sqlite3 on PATH' };

/** The rows that `sql` gives on the database at `path`. */
export function sqlite(path, sql) {
  const { status, stdout, stderr } = spawnSync('sqlite3', ['-json', path, sql], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0 || stderr !== '') throw new Error(`sqlite3: ${stderr}`);
  return stdout === '' ? [] : JSON.parse(stdout);
}
