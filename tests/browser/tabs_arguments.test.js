// What a memory that answers by promise refuses, it refuses with the words of one that answers at
// once; and it takes what that one takes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { evaluate, openPage } from './support/page.js';
import { serveFiles } from './support/server.js';
import { evaluateInWorker, startWorker } from './support/tabs.js';

for (const browser of browsers) {
  test(`${browser.name}: arguments, at once and by promise`, async (t) => {
    const server = await serveFiles(t);
    const launched = await browser.launch(t);
    const page = await openPage(t, launched, server.url('/blank'));
    await startWorker(page);
    for (const [place, differences] of [
      ['page', await evaluate(page, compare, 'opfs:page')],
      ['worker', await evaluateInWorker(page, compare, 'opfs:worker')],
    ]) {
      assert.ok(differences.count > 30, place);
      assert.deepEqual(differences.found, [], place);
    }
  });
}

/** Makes each call on a memory in place and on one behind a line; where they differ. */
async function compare(location) {
  const { openMemory } = await import('/js/browser.js');
  const memories = [await openMemory(':memory:'), await openMemory(location)];
  const item = (fields) => ({ category: 'a', name: 'n', content: 'c', ...fields });
  const cyclic = {};
  cyclic.self = cyclic;
  class Point {
    x = 1;
  }
  const strange = {
    function: () => {},
    symbol: Symbol('s'),
    NaN: NaN,
    Infinity: Infinity,
    bigint: 1n,
    cyclic,
    instance: new Point(),
    proxy: new Proxy({ x: [1] }, {}),
    map: new Map([[1, 2]]),
    set: new Set([1]),
    date: new Date(0),
    badDate: new Date(NaN),
    error: new Error('e'),
    regexp: /r/,
    promise: Promise.resolve(),
    buffer: new ArrayBuffer(2),
    floats: new Float32Array(2),
    bytes: new TextEncoder().encode('words'),
    badBytes: new Uint8Array([0x61, 0xff]),
    surrogate: 'a\ud800b',
    undefined: undefined,
    null: null,
    number: 7,
    array: [1, , 2],
    vector: [1, 2],
    doubles: Float64Array.of(1e300, 1e300),
    notFinite: [1, NaN],
    __proto__: null,
  };
  const calls = {};
  for (const [name, value] of Object.entries(strange)) {
    calls[`content ${name}`] = (memory) => memory.add(item({ content: value }));
    calls[`metadata ${name}`] = (memory) => memory.add(item({ metadata: { deep: [value] } }));
    calls[`item ${name}`] = (memory) => memory.add(value);
    calls[`items ${name}`] = (memory) => memory.addMany(value);
    calls[`items[1] ${name}`] = (memory) => memory.addMany([item(), value]);
    calls[`items[1].name ${name}`] = (memory) => memory.addMany([item(), item({ name: value })]);
    calls[`query ${name}`] = (memory) => memory.retrieve(value);
    calls[`limit ${name}`] = (memory) => memory.retrieve('c', { limit: value });
    calls[`options ${name}`] = (memory) => memory.items(value);
    calls[`get ${name}`] = (memory) => memory.get('a', value);
    calls[`bytes ${name}`] = (memory) => memory.importBytes(value);
    calls[`files ${name}`] = (memory) => memory.importMarkdown(value);
    calls[`path ${name}`] = (memory) => memory.importMarkdown([{ path: value, text: 't' }]);
    calls[`text ${name}`] = (memory) => memory.importMarkdown([{ path: 'a.md', text: value }]);
    calls[`file ${name}`] = (memory) => memory.importMarkdown([{ path: 'a.md', bytes: value }]);
    calls[`batch ${name}`] = (memory) => memory.addMany([], value);
    calls[`embedding ${name}`] = (memory) => memory.add(item({ embedding: value }));
    calls[`items[1].embedding ${name}`] = (memory) =>
      memory.addMany([item(), item({ embedding: value })]);
    calls[`query embedding ${name}`] = (memory) => memory.retrieve('c', { embedding: value });
    calls[`entry embedding ${name}`] = (memory) =>
      memory.putEmbeddings([{ category: 'a', name: 'n', embedding: value }]);
    calls[`entries ${name}`] = (memory) => memory.putEmbeddings(value);
    calls[`new entries ${name}`] = (memory) => memory.replaceEmbeddings(value);
    calls[`model ${name}`] = (memory) => memory.putEmbeddings([], { model: value });
    calls[`model of an item ${name}`] = (memory) => memory.add(item(), { model: value });
    calls[`embedder ${name}`] = (memory) => memory.reembed(value, { embedderTimeout: 50 });
    calls[`onProgress ${name}`] = (memory) => memory.addMany([item()], { onProgress: value });
  }
  calls['unknown field'] = (memory) => memory.add(item({ colour: 1 }));
  calls['a field named __proto__'] = (memory) =>
    memory.add(JSON.parse('{"category":"a","name":"n","content":"c","__proto__":{"x":1}}'));
  calls['a text is no list'] = (memory) => memory.addMany('text');
  calls['a generator'] = (memory) =>
    memory.addMany(
      (function* () {
        yield item();
      })(),
    );
  calls['a getter that throws'] = (memory) =>
    memory.add({
      get name() {
        throw new RangeError('mine');
      },
    });
  calls.closed = async (memory) => {
    await memory.close();
    return memory.items();
  };
  const outcome = async (call, memory) => {
    try {
      const { ts: _ts, revision: _revision, ...result } = (await call(memory)) ?? {};
      for (const found of result.items ?? []) delete found.ts;
      delete result.item?.ts;
      return JSON.stringify(result);
    } catch (error) {
      return `${error.name} ${error.code} ${error.message}`;
    }
  };
  const found = [];
  for (const [name, call] of Object.entries(calls)) {
    const [here, there] = [await outcome(call, memories[0]), await outcome(call, memories[1])];
    if (here !== there) found.push({ name, here, there });
  }
  return { count: Object.keys(calls).length, found };
}
