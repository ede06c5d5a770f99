// A store goes from one process to the next while both live: FILE.lock.wanted, who waits, how long,
// and what is left of processes that end or stop meanwhile.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { BUSY, DATABASE, FAILED } from '../../bindings/hosts/codes.js';
import { LockHeldError } from '../../bindings/hosts/lock_file.js';
import { NodeHost } from '../../bindings/hosts/node.js';
import { takeInTurn } from '../../bindings/hosts/wanted.js';
import { get, put } from '../support/host_contract.js';
import { newStore } from '../support/temp_store.js';

const HOST_URL = new URL('../../bindings/hosts/node.js', import.meta.url).href;
const onUnix = { skip: process.platform === 'win32' && 'needs the signals of Unix' };

/** A process that has a host on the store as `host`, and does what `script` says. */
function startProcess(t, path, script) {
  const program = `
    import { setTimeout as sleep } from 'node:timers/promises';
    import { NodeHost } from ${JSON.stringify(HOST_URL)};
    const host = new NodeHost(${JSON.stringify(path)});
    const say = (what) => process.stdout.write(what + '\\n');
    const giveWay = async (ms) => {
      for (; !host.isWanted(); ) await sleep(20);
      await sleep(ms);
      host.giveUp(() => host.close());
    };
    ${script}
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

async function nextLine(child) {
  const [line] = await once(child.stdout, 'data');
  return String(line).trim();
}

async function startHolder(t, path, script = '') {
  const child = startProcess(t, path, `say(host.open()); ${script}`);
  assert.equal(await nextLine(child), '0');
  return child;
}

function hostFor(t, path, options) {
  const host = new NodeHost(path, options);
  t.after(() => host.close());
  return host;
}

const wanted = (path) => `${path}.lock.wanted`;
const namesIn = (path) => fs.readdirSync(dirname(path)).sort();

function leaveWanted(path, ageSeconds) {
  fs.writeFileSync(wanted(path), 'left behind');
  const then = new Date(Date.now() - ageSeconds * 1000);
  fs.utimesSync(wanted(path), then, then);
}

/** Milliseconds that `action` takes. */
async function timeOf(action) {
  const begun = performance.now();
  await action();
  return performance.now() - begun;
}

test('who asks gets the store, without blocking, and nothing is left of the asking', async (t) => {
  const path = newStore(t);
  await startHolder(t, path, 'await giveWay(300);');
  const host = hostFor(t, path);
  let turns = 0;
  const timer = setInterval(() => turns++, 20);
  await host.prepare();
  clearInterval(timer);
  assert.ok(turns >= 8, `${turns} turns of the event loop`);
  assert.equal(host.open(), 0, host.lastError);
  assert.ok(!namesIn(path).includes('store.lock.wanted'));
  put(host, DATABASE, 'mine', 0);
});

test('a call that must wait waits, and the wish is seen meanwhile', async (t) => {
  const path = newStore(t);
  await startHolder(t, path, 'await giveWay(200);');
  const host = hostFor(t, path);
  let code;
  const ms = await timeOf(() => (code = host.open()));
  assert.equal(code, 0, host.lastError);
  assert.ok(ms > 150 && ms < 3_000, `${ms} ms`);
});

test('a holder that keeps the store: busy after the patience, and who it is', async (t) => {
  const path = newStore(t);
  const holder = await startHolder(t, path);
  for (const readOnly of [false, true]) {
    const host = hostFor(t, path, { patience: 600, readOnly });
    const ms = await timeOf(() => host.prepare());
    assert.ok(ms >= 600 && ms < 2_000, `${ms} ms`);
    assert.equal(host.open(), BUSY);
    assert.match(
      host.lastError,
      new RegExp(`held by process ${holder.pid}, and in use; try again`),
    );
    assert.equal(host.holder.pid, holder.pid);
    assert.equal(typeof host.holder.host, 'string');
    assert.ok(!namesIn(path).includes('store.lock.wanted'), 'nobody waits any more');
  }
});

test('a reader asks as well, and both go on behind it', async (t) => {
  const path = newStore(t);
  const holder = await startHolder(
    t,
    path,
    `host.write(0, Buffer.from('theirs'), 0);
     await giveWay(50);
     say(host.open());`,
  );
  const reader = hostFor(t, path, { readOnly: true });
  const told = nextLine(holder);
  await reader.prepare();
  assert.equal(reader.open(), 0, reader.lastError);
  assert.equal(get(reader, DATABASE, 9, 0), 'theirs');
  assert.equal(await told, '0', 'the holder has it back');
});

test('one who was killed while it waited is no obstacle, and its wish goes', onUnix, async (t) => {
  const path = newStore(t);
  const holder = await startHolder(t, path);
  const asker = startProcess(t, path, 'await host.prepare();');
  while (!fs.existsSync(wanted(path))) await sleep(20);
  asker.kill('SIGKILL');
  await once(asker, 'exit');
  assert.ok(fs.existsSync(wanted(path)));
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const host = hostFor(t, path);
  const ms = await timeOf(() => host.open());
  assert.equal(host.lastError, '');
  assert.ok(ms < 1_000, `${ms} ms`);
  assert.equal(host.isWanted(), true, 'for two seconds it may be alive');
  await sleep(2_100);
  assert.equal(host.isWanted(), false);
  assert.ok(!fs.existsSync(wanted(path)));
});

test('a wish from the past or the future is none', (t) => {
  const path = newStore(t);
  const host = hostFor(t, path);
  assert.equal(host.open(), 0);
  for (const [ageSeconds, isWanted] of [
    [1, true],
    [3, false],
    [-3, false],
  ]) {
    leaveWanted(path, ageSeconds);
    assert.equal(host.isWanted(), isWanted, `${ageSeconds} s`);
  }
  assert.ok(!fs.existsSync(wanted(path)));
  host.close();
  assert.equal(host.isWanted(), false, 'of a closed host nobody wants anything');
});

test('a holder that is killed while it is asked loses the store at once', onUnix, async (t) => {
  const path = newStore(t);
  const holder = await startHolder(t, path);
  const host = hostFor(t, path);
  const asked = timeOf(() => host.prepare());
  await sleep(300);
  holder.kill('SIGKILL');
  const ms = await asked;
  assert.equal(host.open(), 0, host.lastError);
  assert.ok(ms < 2_000, `${ms} ms`);
});

test('a stopped holder keeps the store, and gives it up when it goes on', onUnix, async (t) => {
  const path = newStore(t);
  const holder = await startHolder(t, path, 'await giveWay(0);');
  holder.kill('SIGSTOP');
  const impatient = hostFor(t, path, { patience: 500 });
  await impatient.prepare();
  assert.equal(impatient.open(), BUSY);
  const host = hostFor(t, path);
  const asked = host.prepare();
  await sleep(300);
  holder.kill('SIGCONT');
  await asked;
  assert.equal(host.open(), 0, host.lastError);
});

/** Who waits for a store that `holding` says is held: a generator that a test moves by hand. */
function waiterFor(path, holding) {
  const take = () => {
    if (holding.isHeld) throw new LockHeldError('held');
    return 'taken';
  };
  return takeInTurn({ lockPath: `${path}.lock`, owner: 'who waits', patience: 60_000, take });
}

test('of those who wait, the first comes first', async (t) => {
  const path = newStore(t);
  const holder = await startHolder(t, path);
  const holding = { isHeld: true };
  const [first, ...others] = Array.from({ length: 6 }, () => waiterFor(path, holding));
  for (const waiter of [first, ...others, ...others, first]) assert.ok(!waiter.next().done);
  holding.isHeld = false; // and the file is still there: between two looks of one of them
  for (const waiter of others) assert.ok(!waiter.next().done);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  for (const waiter of others) assert.ok(!waiter.next().done);
  assert.deepEqual(first.next(), { done: true, value: 'taken' });
  assert.deepEqual(
    others[2].next(),
    { done: true, value: 'taken' },
    'nobody is before it any more',
  );
  for (const waiter of others) waiter.return();
});

test('a first who does not come keeps the others no longer than a courtesy', async (t) => {
  const path = newStore(t);
  const holding = { isHeld: true };
  const [first, other] = [waiterFor(path, holding), waiterFor(path, holding)];
  assert.ok(!first.next().done);
  holding.isHeld = false;
  let pauses = 0;
  while (!other.next().done) pauses++;
  assert.equal(pauses, 10);
  first.return();
});

test('all who wait come to their turn', async (t) => {
  const path = newStore(t);
  await startHolder(t, path, 'await giveWay(0);');
  const wait = async () => {
    const child = startProcess(
      t,
      path,
      `await host.prepare(); say(host.open()); await sleep(200); host.close();`,
    );
    assert.equal(await nextLine(child), '0');
  };
  await Promise.all(Array.from({ length: 6 }, wait));
});

test('a second handle in the same thread is told at once, also while the first is given up', (t) => {
  const path = newStore(t);
  const first = hostFor(t, path);
  assert.equal(first.open(), 0);
  const assertTold = () => {
    const second = new NodeHost(path);
    const begun = performance.now();
    assert.equal(second.open(), BUSY);
    assert.ok(performance.now() - begun < 500);
    assert.match(second.lastError, /open in this process already; close that memory first$/);
    assert.equal(second.holder.pid, process.pid);
  };
  assertTold();
  first.giveUp(() => first.close());
  assertTold();
  first.forget();
  assert.equal(hostFor(t, path).open(), 0);
});

test('what was given up comes back with what others wrote', (t) => {
  const path = newStore(t);
  const host = hostFor(t, path);
  assert.equal(host.open(), 0);
  put(host, DATABASE, 'mine', 0);
  host.giveUp(() => host.close());
  assert.deepEqual(namesIn(path), ['store'], 'nothing but the store is left');
  assert.equal(host.size(DATABASE), FAILED);
  fs.writeFileSync(path, 'theirs');
  assert.equal(host.open(), 0, host.lastError);
  assert.equal(get(host, DATABASE, 9, 0), 'theirs');
});

test('where nothing was closed, nothing was given up', (t) => {
  const path = newStore(t);
  const host = hostFor(t, path);
  assert.equal(host.open(), 0);
  host.giveUp(() => {});
  put(host, DATABASE, 'still mine', 0);
  host.close();
  assert.equal(hostFor(t, path).open(), 0, 'closed for good');
});

test('another store in place of the one that was given up is refused', (t) => {
  for (const replace of [
    (path) => fs.rmSync(path),
    (path) => fs.rmSync(dirname(path), { recursive: true }),
    (path) => {
      fs.writeFileSync(`${path}-other`, 'another');
      fs.renameSync(`${path}-other`, path);
    },
  ]) {
    const path = newStore(t);
    const host = hostFor(t, path);
    assert.equal(host.open(), 0);
    put(host, DATABASE, 'mine', 0);
    host.giveUp(() => host.close());
    replace(path);
    for (let tries = 0; tries < 2; ++tries) {
      assert.equal(host.open(), FAILED);
      assert.match(host.lastError, /was removed or replaced|there is no folder/);
    }
    const found = fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : null;
    assert.ok(found === null || found === 'another', 'untouched');
  }
});

test('a store that comes back behind a link leaves nothing at its old path', onUnix, (t) => {
  const path = newStore(t);
  const moved = `${path}-moved`;
  const host = hostFor(t, path);
  assert.equal(host.open(), 0);
  put(host, DATABASE, 'mine', 0);
  host.giveUp(() => host.close());
  fs.renameSync(path, moved);
  fs.writeFileSync(`${path}-other`, 'another');
  fs.symlinkSync(`${path}-other`, path);
  assert.equal(host.open(), FAILED, 'a link to another store');
  fs.rmSync(path);
  fs.symlinkSync(moved, path);
  assert.equal(host.open(), 0, host.lastError);
  assert.ok(fs.existsSync(`${moved}.lock`), 'locked where it is');
  fs.rmSync(path);
  assert.equal(hostFor(t, path).open(), 0, 'a new store at the old path');
});

test('a failed return can be tried again', async (t) => {
  const path = newStore(t);
  const host = hostFor(t, path, { patience: 100 });
  assert.equal(host.open(), 0);
  put(host, DATABASE, 'mine', 0);
  host.giveUp(() => host.close());
  const other = await startHolder(t, path);
  assert.equal(host.open(), BUSY);
  assert.equal(host.holder.pid, other.pid);
  host.close();
  other.kill('SIGKILL');
  await once(other, 'exit');
  assert.equal(host.open(), 0, host.lastError);
  assert.equal(get(host, DATABASE, 9, 0), 'mine');
  assert.equal(host.holder, null, 'nobody else has it');
});
