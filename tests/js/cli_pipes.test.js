// `loci` between other programs: readers that leave, full disks behind stdout, texts cut in pieces.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { test } from 'node:test';

import { openMemory } from '../../js/index.js';
import { CLI, addGarden, newCli } from '../support/cli.js';

/** A store whose listing is more than a pipe holds. */
async function addMany(path, count = 20_000) {
  const memory = await openMemory(path, { durability: 'relaxed' });
  const items = Array.from({ length: count }, (_, i) => {
    return { category: 'log', name: `entry ${i}`, content: `number ${i} of many` };
  });
  memory.addMany(items);
  memory.close();
}

test('a reader that has read enough ends the command quietly', async (t) => {
  const { shell, path } = newCli(t);
  await addMany(path('memory.loci'));
  for (const command of ['ls', 'grep number', 'retrieve --json -n 1000 number', 'export -']) {
    const line = `{ loci ${command}; echo "status $?" >&2; } | head -c 1`;
    const { output, errors } = await shell(line);
    assert.equal(output.length, 1, command);
    assert.equal(errors, 'status 0\n', command);
  }
  const closed = await shell('loci ls nowhere 2>&- >&-; echo $?');
  assert.equal(closed.output, '1\n');
});

test('a disk that is full behind stdout is an error', async (t) => {
  if (!fs.existsSync('/dev/full')) return t.skip('there is no /dev/full');
  const { loci, shell } = newCli(t);
  await addGarden(loci);
  const { status, errors } = await shell('loci ls > /dev/full');
  assert.equal(status, 2);
  assert.equal(errors, 'loci: cannot write the answer: the disk is full\n');
});

test('the store is free for others while a slow reader reads', async (t) => {
  const { loci, folder, path } = newCli(t);
  await addMany(path('memory.loci'));
  const slow = spawn(process.execPath, [CLI, 'ls'], { cwd: folder });
  t.after(() => slow.kill('SIGKILL'));
  await once(slow.stdout, 'readable'); // and nothing is read
  const { status, errors } = await loci(['add', 'a', 'b', 'c']);
  assert.deepEqual([status, errors], [0, '']);
});

test('a character that is cut between two pieces of stdin stays whole', async (t) => {
  const { loci, folder } = newCli(t);
  const child = spawn(process.execPath, [CLI, 'add', 'a', 'cut', '-'], { cwd: folder });
  const bytes = Buffer.from('水をやる 🌱');
  for (const byte of bytes) {
    child.stdin.write(Buffer.from([byte]));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.stdin.end();
  const [status] = await once(child, 'close');
  assert.equal(status, 0);
  assert.equal((await loci(['show', '--raw', 'a:cut'])).output, '水をやる 🌱\n');
});

test('stdin that ends within a character is kept, and told', async (t) => {
  const { loci } = newCli(t);
  const input = Buffer.from('水').subarray(0, 2);
  const { status, output, errors } = await loci(['add', 'a', 'b', '-'], { input });
  assert.deepEqual([status, output], [0, 'added a:b (revision 1)\n']);
  assert.match(errors, /^loci: warning: 1 .*U\+FFFD\n$/);
  assert.equal((await loci(['show', '--raw', 'a:b'])).output, '\ufffd\n');
});

test('an empty stdin is an empty text, and one without end is refused', async (t) => {
  const { loci, shell } = newCli(t);
  assert.equal((await loci(['add', 'a', 'b', '-'])).status, 0);
  const { status, errors } = await shell('cat /dev/zero | loci add a c -');
  assert.equal(status, 2);
  assert.equal(errors, 'loci: stdin has more than the 16777216 bytes that fit here\n');
  assert.equal((await loci(['ls'])).output, 'a:b\n');
});

test('keys and texts go from one command to the next', async (t) => {
  const { loci, shell } = newCli(t);
  await addGarden(loci);
  const copy = 'loci ls garden | while read -r item; do loci show --raw "$item"; done';
  const { output } = await shell(copy);
  assert.equal(output, 'Water at dawn, see [[garden:drip line]].\nRuns for 20 minutes, valve 2.\n');
  const moved = await shell(
    'loci export - | loci --store other import - && loci --store other check',
  );
  assert.equal(moved.output, 'took over a store of 3 items\nsound: 3 items, all of it read\n');
});

test('a text of many megabytes goes in and out again', async (t) => {
  const { loci } = newCli(t);
  const input = Buffer.from('0123456789abcdef'.repeat(2 ** 20));
  assert.equal((await loci(['add', 'a', 'big', '-'], { input })).status, 0);
  const { bytes } = await loci(['show', '--raw', 'a:big']);
  assert.ok(bytes.subarray(0, -1).equals(input));
});
