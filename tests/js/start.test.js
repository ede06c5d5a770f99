import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { run } from '../../demo/start.js';

const folder = await mkdtemp(join(tmpdir(), 'loci-start-'));
after(() => rm(folder, { recursive: true }));

/** Runs the command; resolves to what it printed and its exit status. */
async function start(args, { load, columns, isTTY = false, environment } = {}) {
  const texts = { output: '', errors: '' };
  const stream = (name) => ({ columns, isTTY, write: (text) => (texts[name] += text) });
  const streams = { output: stream('output'), errors: stream('errors') };
  const status = await run(args, streams, { load, environment });
  return { ...texts, status };
}

const unused = () => assert.fail('the engine was loaded for a command that needs none');
const noStore = async () => ({ openMemory: () => assert.fail('a store was opened') });

test('--help prints the usage and loads nothing', async () => {
  const { status, output, errors } = await start(['--help'], { load: unused });
  assert.equal(status, 0);
  assert.match(output, /^Usage: npm start/);
  assert.equal(errors, '');
});

test('a wrong argument is one line on the error stream and exit status 2', async () => {
  const { status, output, errors } = await start(['--colour\u001b[31m'], { load: unused });
  assert.equal(status, 2);
  assert.equal(output, '');
  assert.equal(errors, "Unknown option '--colour␛[31m' (npm start -- --help lists the options)\n");
});

test('a failed build tells how to mend it and is exit status 2', async () => {
  const load = async () => {
    throw Object.assign(new Error('step 2 failed.\nno\u001b compiler'), { mend: 'install one.' });
  };
  const { status, errors } = await start([], { load });
  assert.equal(status, 2);
  assert.equal(errors, 'step 2 failed.\nno␛ compiler\nTo mend it: install one.\n');
});

test('--store of an absent file says how to make one and makes none', async () => {
  const file = join(folder, 'absent.db');
  const { status, errors } = await start(['--store', file, 'tide'], { load: noStore });
  assert.equal(status, 2);
  assert.ok(errors.includes(`there is no file ${file}`));
  assert.ok(errors.includes(`npm start -- --save "${file}"`));
  assert.ok(!existsSync(file));
});

test('--save refuses a file that exists and leaves it alone', async () => {
  const file = join(folder, 'precious.txt');
  await writeFile(file, 'precious');
  const { status, errors } = await start(['--save', file], { load: noStore });
  assert.equal(status, 2);
  assert.match(errors, /exists already/);
  assert.equal(await readFile(file, 'utf8'), 'precious');
});
