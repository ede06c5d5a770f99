// Media that may not be written, or are full, in each runtime; and Deno's permissions, which are as
// good as those of the system: the error says what to do, and the store is as it was.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { openMemory } from '../../js/index.js';
import { openFilled } from '../support/full_medium.js';
import { runtimes, startCommand, startIn, wholeLines } from '../support/programs.js';
import { deno } from '../support/runtimes.js';
import { newStore } from '../support/temp_store.js';

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const ADD = pathOf('programs/add.js');
const FILL = pathOf('../js/store/limited_child.js');
const NOBODY = 65534;
const onUnix = { skip: process.platform === 'win32' && 'needs the permissions of Unix' };

/** What a child says in its one line of JSON. */
async function told(child) {
  const { value: line } = await wholeLines(child.stdout).next();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  assert.ok(line, child.errors);
  return JSON.parse(line);
}

async function storeWithItem(t) {
  const path = newStore(t);
  const memory = await openMemory(path);
  memory.add({ category: 'note', name: 'name', content: 'kept' });
  memory.close();
  return path;
}

/** Whom permissions bind: root is bound by none. */
const unprivileged = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

describe('a folder or file that may not be written', onUnix, () => {
  for (const runtime of Object.keys(runtimes)) {
    test(`${runtime}: read_only, and readOnly reads it`, async (t) => {
      const path = await storeWithItem(t);
      const before = fs.readFileSync(path);
      const add = (...args) =>
        told(startIn(runtime, dirname(path), [ADD, ...args], { ...unprivileged, env: {} }));
      for (const [folderMode, fileMode, what] of [
        [0o555, 0o666, /permission denied.*store\.lock/i],
        [0o777, 0o444, /permission denied/i],
      ]) {
        fs.chmodSync(dirname(path), folderMode);
        fs.chmodSync(path, fileMode);
        const refused = await add(path);
        assert.equal(refused.code, 'read_only', JSON.stringify(refused));
        assert.match(refused.message, what);
        const read = await add(path, '{"readOnly":true}');
        assert.deepEqual(read, { items: 1, mode: 'file' });
        assert.deepEqual(fs.readdirSync(dirname(path)), ['store']);
        assert.deepEqual(fs.readFileSync(path), before);
      }
      fs.chmodSync(dirname(path), 0o755);
    });

    test(`${runtime}: a file system that takes no more is full, and nothing is lost`, async (t) => {
      const path = await storeWithItem(t);
      const [command, ...flags] = runtimes[runtime](dirname(path));
      const words = [command, ...flags, FILL, path].map((word) => `'${word}'`).join(' ');
      const limited = `trap '' XFSZ; ulimit -f 1500; exec ${words}`;
      const filled = await told(startCommand(['sh', '-c', limited]));
      const memory = await openFilled(path, filled);
      memory.close();
    });

    test(`${runtime}: a folder that is not there is named`, async (t) => {
      const path = join(dirname(newStore(t)), 'absent', 'store');
      const refused = await told(startIn(runtime, dirname(dirname(path)), [ADD, path]));
      assert.equal(refused.code, 'storage_error');
      assert.match(refused.message, /there is no folder .*absent; make it first$/);
    });
  }
});

describe("Deno's permissions", () => {
  const run = (flags, ...args) =>
    told(startCommand([deno, 'run', '--no-prompt', ...flags, ADD, ...args]));

  test('a memory in memory needs none', async () => {
    assert.deepEqual(await run([], ':memory:'), { items: 1, mode: 'memory' });
  });

  test('a store needs its folder, and the error says so', async (t) => {
    const path = await storeWithItem(t);
    const folder = dirname(path);
    const before = fs.readFileSync(path);
    const read = `--allow-read=${folder}`;
    const write = `--allow-write=${folder}`;
    for (const [flags, needed, options = '{}'] of [
      [[], `${read} and ${write}`],
      [[write], `${read} and ${write}`],
      [[read], `${read} and ${write}`],
      [[], read, '{"readOnly":true}'],
    ]) {
      const refused = await run(flags, path, options);
      assert.equal(refused.code, 'read_only', refused.message);
      assert.ok(refused.message.endsWith(`; Loci needs ${needed}`), refused.message);
      assert.match(refused.message, /^cannot open the store .*: Requires (read|write) access/);
    }
    assert.deepEqual(fs.readFileSync(path), before);
    assert.deepEqual(await run([read], path, '{"readOnly":true}'), { items: 1, mode: 'file' });
    assert.deepEqual(await run([read, write], path), { items: 2, mode: 'file' });
    assert.deepEqual(fs.readdirSync(folder), ['store']);
  });

  test('a store behind a link needs the folder of both', async (t) => {
    const path = await storeWithItem(t);
    const folder = dirname(path);
    const link = join(tmpdir(), `${basename(folder)}-link`);
    t.after(() => fs.rmSync(link, { force: true }));
    fs.symlinkSync(folder, link);
    const allowed = (...folders) =>
      ['read', 'write'].map((flag) => `--allow-${flag}=${folders.join()}`);
    const store = join(link, 'store');
    assert.equal((await run(allowed(link), store)).code, 'read_only');
    assert.deepEqual(await run(allowed(link, folder), store), { items: 2, mode: 'file' });
  });

  const terminal = '/usr/bin/script';
  const skip = !fs.existsSync(terminal) && 'needs a program that makes terminals';
  const onTerminal = { skip, timeout: 20_000 }; // a question would wait for ever

  /** What ADD says on a terminal, on which Deno would ask its user, and wait. */
  async function toldOnTerminal(t, permissions, path, ...args) {
    const flags = permissions.map((name) => `--allow-${name}=${dirname(path)}`);
    const words = [deno, 'run', ...flags, ADD, path, ...args].join(' ');
    const child = startCommand([terminal, '-qec', words, '/dev/null']);
    t.after(() => child.kill('SIGKILL'));
    const output = [];
    for await (const line of wholeLines(child.stdout)) output.push(line);
    return JSON.parse(output.join(''));
  }

  test('what is not needed is not asked for', onTerminal, async (t) => {
    const told = await toldOnTerminal(t, ['read', 'write'], newStore(t));
    assert.deepEqual(told, { items: 1, mode: 'file' });
  });

  test(
    'a reader asks nobody on a terminal, also where the store is held',
    onTerminal,
    async (t) => {
      const path = await storeWithItem(t);
      const memory = await openMemory(path);
      t.after(() => memory.close());
      const busy = setInterval(() => memory.revision(), 50);
      t.after(() => clearInterval(busy));
      const { code } = await toldOnTerminal(t, ['read'], path, `'{"readOnly":true}'`);
      assert.equal(code, 'store_busy');
    },
  );
});
