// Several processes of different runtimes share one store all day: nobody is refused who leaves the
// others time, nothing that was acknowledged is lost, and what each of them knows at the end is what a
// fresh opening reads. And what happens to those who wait when one of them is killed, stopped or busy.
//
//   LOCI_SHARED_ITEMS=300 node --test tests/runtimes/contention.test.js

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { openMemory } from '../../js/index.js';
import { startIn, wholeLines } from '../support/programs.js';
import { makeRandom } from '../support/random.js';
import { answersOf, itemOf } from '../support/shared_store.js';
import { StoreModel } from '../support/store_operations.js';
import { newStore } from '../support/temp_store.js';

const pathOf = (name) => fileURLToPath(new URL(`programs/${name}`, import.meta.url));
const SERVER = pathOf('server.js');
const VISITOR = pathOf('visitor.js');
const HOLDER = pathOf('holder.js');
const ITEMS = Number(process.env.LOCI_SHARED_ITEMS ?? 21); // of each process
const onUnix = { skip: process.platform === 'win32' && 'needs the signals of Unix' };

/** A child whose lines of JSON are heard one by one. */
class Program {
  constructor(t, runtime, path, program) {
    const how = { stdio: ['pipe', 'pipe', 'pipe'] };
    this.child = startIn(runtime, dirname(path), program, how);
    this.lines = wholeLines(this.child.stdout);
    t.after(() => this.child.kill('SIGKILL'));
  }

  /** What it says next; throws where that is an error, or nothing. */
  async hear() {
    const { value: line } = await this.lines.next();
    assert.ok(line, this.child.errors);
    const said = JSON.parse(line);
    assert.equal(said.error, undefined, JSON.stringify(said));
    return said;
  }

  async hearUntil(key) {
    for (;;) {
      const said = await this.hear();
      if (key in said) return said[key];
    }
  }

  tell(word) {
    this.child.stdin.write(`${word}\n`);
  }

  async kill() {
    this.child.kill('SIGKILL');
    await once(this.child, 'close');
  }
}

/** A program that comes and goes, until it has added all of its items. */
async function visitAgainAndAgain(t, runtimes, path, name) {
  const random = makeRandom(9);
  for (let first = 0; first < ITEMS; first += 3) {
    const runtime = runtimes[first % runtimes.length];
    const visitor = new Program(t, runtime, path, [VISITOR, path, name, `${first}`, '3']);
    assert.deepEqual(await visitor.hear(), { added: 3 });
    await sleep(random(1_200));
  }
}

/** What is in a store into which `names` have added their items, in whatever order. */
function keysOf(names) {
  const model = new StoreModel();
  for (const name of names) {
    const items = Array.from({ length: ITEMS }, (_, i) => itemOf(name, i));
    model.apply({ writes: items.map((item) => ({ action: 'put', ...item })) });
  }
  return model.describe().items.map((line) => line.slice(0, line.lastIndexOf(' ')));
}

async function shareAllDay(t, servers, visitors) {
  const path = newStore(t);
  const names = servers.map((_, i) => ['first', 'second', 'third'][i]);
  const programs = servers.map(
    (runtime, i) => new Program(t, runtime, path, [SERVER, path, names[i], `${ITEMS}`, `${i + 1}`]),
  );
  const done = programs.map((program) => program.hearUntil('done'));
  if (visitors.length > 0) done.push(visitAgainAndAgain(t, visitors, path, 'visitor'));
  await Promise.all(done);

  const answers = [];
  for (const program of programs) {
    program.tell('answer');
    answers.push(await program.hearUntil('answers'));
  }
  const memory = await openMemory(path, { clock: () => 0 });
  const fresh = answersOf(memory);
  assert.deepEqual(memory.check().findings, []);
  memory.close();
  for (const answer of answers) assert.equal(answer, fresh, 'answers of a fresh opening');
  const all = visitors.length > 0 ? [...names, 'visitor'] : names;
  const kept = JSON.parse(fresh).items.map((line) => line.slice(0, line.lastIndexOf(' ')));
  assert.deepEqual(kept.sort(), keysOf(all).sort(), 'all items of all');
}

describe('two and three processes share a store', { concurrency: true }, () => {
  const casts = [
    [['Node', 'Node'], []],
    [['Deno', 'Bun'], []],
    [
      ['Node', 'Deno'],
      ['Node', 'Bun', 'Deno'],
    ],
  ];
  for (const [servers, visitors] of casts) {
    const cast = [...servers, ...(visitors.length > 0 ? ['visitors'] : [])].join(', ');
    test(cast, (t) => shareAllDay(t, servers, visitors));
  }
});

describe('those who wait', { ...onUnix, concurrency: 4 }, () => {
  // Who holds, who asks.
  const pairs = [
    ['Node', 'Deno'],
    ['Deno', 'Bun'],
    ['Deno, all allowed', 'Deno, all allowed'],
    ['Bun', 'Node'],
  ];

  const start = async (t, runtime, path, manner) => {
    const holder = new Program(t, runtime, path, [HOLDER, path, manner]);
    await holder.hearUntil('added');
    return holder;
  };
  const ask = (t, runtime, path) =>
    new Program(t, runtime, path, [VISITOR, path, 'asker', '0', '3']);

  for (const [holding, asking] of pairs) {
    const pair = `${holding} holds, ${asking} asks`;

    test(`${pair}: an idle holder gives way, and has the store again with its next call`, async (t) => {
      const path = newStore(t);
      const holder = await start(t, holding, path, 'idle');
      assert.deepEqual(await ask(t, asking, path).hear(), { added: 3 });
      holder.tell('add');
      assert.equal(await holder.hearUntil('items'), 5);
    });

    test(`${pair}: a busy holder is named after five seconds`, async (t) => {
      const path = newStore(t);
      const holder = await start(t, holding, path, 'busy');
      const { value: line } = await ask(t, asking, path).lines.next();
      const { error } = JSON.parse(line);
      assert.equal(error.code, 'store_busy');
      assert.match(error.message, new RegExp(`held by process ${holder.child.pid}, and in use`));
      const host = holding === 'Deno' ? null : hostname(); // where it may not say
      assert.deepEqual(error.detail, { pid: holder.child.pid, host });
    });

    test(`${pair}: a stopped holder keeps the store, and gives way when it goes on`, async (t) => {
      const path = newStore(t);
      const holder = await start(t, holding, path, 'idle');
      holder.child.kill('SIGSTOP');
      const { value: line } = await ask(t, asking, path).lines.next();
      assert.equal(JSON.parse(line).error?.code, 'store_busy', line);
      const asker = ask(t, asking, path);
      await sleep(1_000);
      holder.child.kill('SIGCONT');
      assert.deepEqual(await asker.hear(), { added: 3 });
    });

    test(`${pair}: one killed while it waits leaves no obstacle`, async (t) => {
      const path = newStore(t);
      const holder = await start(t, holding, path, 'busy');
      const asker = ask(t, asking, path);
      await sleep(1_500);
      await asker.kill();
      holder.tell('stop');
      assert.deepEqual(await ask(t, asking, path).hear(), { added: 3 });
    });
  }

  for (const [holding, asking] of [
    ['Bun', 'Node'],
    ['Node', 'Deno, all allowed'],
    ['Deno, all allowed', 'Bun'],
    ['Deno', 'Deno'], // by the lock of the system
  ]) {
    test(`${holding} is killed while ${asking} waits: nothing is lost, and it goes on`, async (t) => {
      const path = newStore(t);
      const holder = await start(t, holding, path, 'busy');
      const asker = ask(t, asking, path);
      await sleep(700);
      await holder.kill();
      assert.deepEqual(await asker.hear(), { added: 3 });
      const memory = await openMemory(path);
      assert.deepEqual(memory.check().findings, []);
      assert.equal(memory.get('holder', 'added')?.content, 'kept');
      memory.close();
    });
  }
});
