// releaseReserve(), the call of a host that is optional: what makes room takes it, once.

import assert from 'node:assert/strict';
import test from 'node:test';

import { BufferHost } from '../../support/buffer_host.js';
import { openOnHost } from '../../support/open_on_host.js';

const FULL = -2;

/** A host of so many bytes, some of them set aside. */
class SmallHost extends BufferHost {
  released = 0;
  #capacity;
  #reserve;

  constructor(capacity, reserve) {
    super();
    this.#capacity = capacity;
    this.#reserve = reserve;
  }

  write(file, view, offset) {
    let total = this.#reserve;
    for (const one of [0, 1, 2]) {
      total += one === file ? Math.max(this.size(one), offset + view.length) : this.size(one);
    }
    return total > this.#capacity ? FULL : super.write(file, view, offset);
  }

  releaseReserve() {
    this.released++;
    const had = this.#reserve > 0;
    this.#reserve = 0;
    return had;
  }
}

/** Adds until the host is full; the names of what was acknowledged. */
function fill(memory) {
  const names = [];
  assert.throws(
    () => {
      for (let i = 0; ; i++) {
        memory.add({ category: 'c', name: `n${i}`, content: 'x'.repeat(500) });
        names.push(`n${i}`);
      }
    },
    { code: 'storage_full' },
  );
  return names;
}

test('on a full host remove takes the reserve, and closing leaves one whole file', async () => {
  const host = new SmallHost(700_000, 400_000);
  const memory = await openOnHost(host);
  const names = fill(memory);
  assert.equal(host.released, 0, 'an add does not ask for it');
  assert.equal(memory.remove('c', names.shift()).removed, true);
  assert.equal(host.released, 1);
  memory.close();
  const { database, log } = host.files();
  assert.equal(log.length, 0);
  const again = await openOnHost(new BufferHost({ database }));
  assert.deepEqual(again.check().findings, []);
  assert.equal(again.status().items, names.length);
  again.close();
});

test('a host with no reserve left, or no such call, is asked in vain', async () => {
  const without = Object.assign(new SmallHost(300_000, 0), { releaseReserve: undefined });
  for (const host of [new SmallHost(300_000, 0), without]) {
    const memory = await openOnHost(host);
    const [name] = fill(memory);
    assert.throws(() => memory.remove('c', name), { code: 'storage_full' });
    assert.ok(memory.get('c', name));
    memory.close();
  }
});
