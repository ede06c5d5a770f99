// One writer a store: the lock file, its heartbeat, and who may take it over.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { Worker } from 'node:worker_threads';

import { NodeHost } from '../../bindings/hosts/node.js';
import { judge, ownIdentity } from '../../bindings/hosts/process_identity.js';

const BUSY = -3;
const HOST_URL = new URL('../../bindings/hosts/node.js', import.meta.url).href;
const onLinux = { skip: process.platform !== 'linux' && 'needs /proc' };

function newStore(t) {
  const directory = fs.mkdtempSync(join(tmpdir(), 'loci-lock-'));
  t.after(() => fs.rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'store');
}

/** Opens the store and gives the host's code; closes it at the end of the test. */
function tryOpen(t, path) {
  const host = new NodeHost(path, { patience: 0 });
  const code = host.open();
  t.after(() => host.close());
  return { host, code };
}

function assertBusy(t, path, words = /held by process|open in this process/) {
  const { host, code } = tryOpen(t, path);
  assert.equal(code, BUSY, host.lastError);
  assert.match(host.lastError, words);
}

function assertOpens(t, path) {
  const { host, code } = tryOpen(t, path);
  assert.equal(code, 0, host.lastError);
  assert.equal(
    JSON.parse(fs.readFileSync(`${fs.realpathSync(path)}.lock`, 'utf8')).pid,
    process.pid,
  );
  return host;
}

/** A process that opens the store, says the code, and then does what `then` says. */
function startProcess(t, path, then) {
  const script = `
    import { NodeHost } from ${JSON.stringify(HOST_URL)};
    const host = new NodeHost(${JSON.stringify(path)}, { patience: 0 });
    console.log(host.open());
    ${then}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

const WAIT = 'setInterval(() => {}, 1000);';

async function firstLine(child) {
  const [line] = await once(child.stdout, 'data');
  return String(line).trim();
}

/** A lock file as another process would have left it. */
function leaveLock(path, owner, ageSeconds) {
  const text = typeof owner === 'string' ? owner : JSON.stringify({ nonce: 'theirs', ...owner });
  fs.writeFileSync(`${path}.lock`, text);
  const then = new Date(Date.now() - ageSeconds * 1000);
  fs.utimesSync(`${path}.lock`, then, then);
}

/** The pid of a process that has ended. */
async function endedPid() {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid;
}

test('a second handle in one process is busy, by whatever name', (t) => {
  const path = newStore(t);
  const first = assertOpens(t, path);
  assertBusy(t, path, /open in this process already; close that memory first$/);
  fs.symlinkSync(path, `${path}-link`);
  assertBusy(t, `${path}-link`);
  assertBusy(t, join(path, '..', 'store'));
  first.close();
  assertOpens(t, `${path}-link`);
  assertBusy(t, path);
});

test('a second handle in another thread is busy', async (t) => {
  const path = newStore(t);
  assertOpens(t, path);
  const source = `
    import(${JSON.stringify(HOST_URL)}).then(({ NodeHost }) => {
      const { parentPort } = require('node:worker_threads');
      parentPort.postMessage(new NodeHost(${JSON.stringify(path)}, { patience: 0 }).open());
    });`;
  const worker = new Worker(source, { eval: true });
  const [code] = await once(worker, 'message');
  assert.equal(code, BUSY);
});

test('a live process keeps the store; killed, it loses it at once', onLinux, async (t) => {
  const path = newStore(t);
  const child = startProcess(t, path, WAIT);
  assert.equal(await firstLine(child), '0');
  assertBusy(t, path, new RegExp(`held by process ${child.pid}, and in use`));
  child.kill('SIGKILL');
  await once(child, 'exit');
  assertOpens(t, path);
});

test('a stopped process keeps the store, however old its heartbeat', onLinux, async (t) => {
  const path = newStore(t);
  const child = startProcess(t, path, WAIT);
  assert.equal(await firstLine(child), '0');
  child.kill('SIGSTOP');
  const longAgo = new Date(Date.now() - 3_600_000);
  fs.utimesSync(`${path}.lock`, longAgo, longAgo);
  assertBusy(t, path);
});

test('the heartbeat goes on without commits, and does not keep the process alive', async (t) => {
  const path = newStore(t);
  const host = assertOpens(t, path);
  const longAgo = new Date(Date.now() - 3_600_000);
  fs.utimesSync(`${path}.lock`, longAgo, longAgo);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  assert.ok(Date.now() - fs.statSync(`${path}.lock`).mtimeMs < 3_000);
  fs.utimesSync(`${path}.lock`, longAgo, longAgo);
  assert.equal(host.flush(1), 0);
  assert.ok(Date.now() - fs.statSync(`${path}.lock`).mtimeMs < 1_000);
  host.close();
  const child = startProcess(t, path, '');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
  assert.ok(!fs.existsSync(`${path}.lock`), 'given up at the end of the process');
});

test('a pid that another process has by now is no owner', onLinux, (t) => {
  const path = newStore(t);
  leaveLock(path, { ...ownIdentity(), start: '1' }, 0);
  assertOpens(t, path);
});

test('another boot: after ten seconds without a heartbeat', onLinux, (t) => {
  const path = newStore(t);
  leaveLock(path, { ...ownIdentity(), boot: 'an earlier one' }, 5);
  assertBusy(t, path);
  leaveLock(path, { ...ownIdentity(), boot: 'an earlier one' }, 11);
  assertOpens(t, path);
});

test('another container: after a minute without a heartbeat', onLinux, (t) => {
  const path = newStore(t);
  const owner = { ...ownIdentity(), host: 'container', pidNamespace: 'pid:[1]' };
  leaveLock(path, owner, 50);
  assertBusy(t, path);
  leaveLock(path, owner, 61);
  assertOpens(t, path);
});

test('another machine: never, and the error says what to do', (t) => {
  const path = newStore(t);
  leaveLock(path, { ...ownIdentity(), host: 'afar', boot: 'theirs' }, 100_000);
  assertBusy(t, path, /on the machine afar; if that process is gone, delete .*store\.lock$/);
});

test('a system without boot ids waits for the heartbeat, too', async () => {
  const own = { ...ownIdentity(), boot: null, pidNamespace: null, start: null };
  assert.equal(judge(own, own), 'alive');
  assert.equal(judge({ ...own, pid: await endedPid() }, own), 'probably dead');
  assert.equal(judge({ ...own, host: 'afar' }, own), 'elsewhere');
});

test('of an owner that may not say where it runs, or for one that may not look, time decides', async () => {
  const own = ownIdentity();
  const untold = { ...own, host: null, boot: null, pidNamespace: null, start: null };
  const gone = await endedPid();
  assert.equal(judge(untold, own), 'out of sight');
  assert.equal(judge({ ...untold, pid: gone }, own), 'probably dead');
  assert.equal(judge(own, untold), 'out of sight');
  assert.equal(judge({ ...own, pid: gone }, untold), 'probably dead');
});

test('an owner of another machine is not judged by a pid', async () => {
  const own = { ...ownIdentity(), boot: null, pidNamespace: null, start: null };
  assert.equal(judge({ ...own, host: 'afar', pid: await endedPid() }, own), 'elsewhere');
});

test('a lock that was never finished: after ten seconds', (t) => {
  for (const text of ['', '{"pid":', '[]', 'null', '{"pid":-1,"nonce":"x"}', '{"pid":1}']) {
    const path = newStore(t);
    leaveLock(path, text, 5);
    assertBusy(t, path, /being opened by another/);
    leaveLock(path, text, 11);
    assertOpens(t, path);
  }
});

test('a heartbeat in the future, as where the clock was set back, counts from now', (t) => {
  const path = newStore(t);
  leaveLock(path, '', -3600);
  assertBusy(t, path, /being opened by another/);
  assert.ok(Math.abs(Date.now() - fs.statSync(`${path}.lock`).mtimeMs) < 5_000);
  leaveLock(path, '', 11);
  assertOpens(t, path);
});

test('a contender killed while it took over is no obstacle', async (t) => {
  const path = newStore(t);
  const dead = { ...ownIdentity(), pid: await endedPid() };
  leaveLock(path, dead, 20);
  fs.copyFileSync(`${path}.lock`, `${path}.lock.takeover`);
  const longAgo = new Date(Date.now() - 20_000);
  fs.utimesSync(`${path}.lock.takeover`, longAgo, longAgo);
  assertOpens(t, path);
  assert.ok(!fs.existsSync(`${path}.lock.takeover`));
});

test('of many that find a stale lock, one gets the store', async (t) => {
  for (let round = 0; round < 3; ++round) {
    const path = newStore(t);
    leaveLock(path, { ...ownIdentity(), pid: await endedPid() }, 20);
    const children = Array.from({ length: 8 }, () => startProcess(t, path, WAIT));
    const codes = await Promise.all(children.map(firstLine));
    assert.equal(codes.filter((code) => code === '0').length, 1, codes.join());
    assert.equal(codes.filter((code) => code === String(BUSY)).length, 7, codes.join());
    for (const child of children) child.kill('SIGKILL');
  }
});

test('an owner whose lock was taken writes no more', (t) => {
  const path = newStore(t);
  const host = assertOpens(t, path);
  assert.equal(host.write(1, new Uint8Array(4), 0), 4);
  fs.unlinkSync(`${path}.lock`);
  const other = assertOpens(t, path);
  assert.equal(host.flush(1), BUSY);
  assert.match(host.lastError, /taken the store over/);
  host.close();
  assert.equal(other.flush(1), 0, 'closing the first leaves the lock of the second');
  assert.ok(fs.existsSync(`${path}-journal`), 'and its files');
});
