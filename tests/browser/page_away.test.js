// A page that goes away for a while, as for the cache of pages to go back to, at an unlucky moment.
// The events are the page's own here; that browsers send them is for tabs_lifecycle.test.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { evaluate, openPage } from './support/page.js';
import { serveFiles } from './support/server.js';

/** Runs in the page, before each work. */
const prelude = `
  import { openMemory } from '/js/browser.js';
  const tell = (type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
  globalThis.away = {
    openMemory,
    leave: () => tell('pagehide'),
    comeBack: () => tell('pageshow'),
    busy: (memory) =>
      memory.addMany(
        Array.from({ length: 5000 }, (_, i) => ({ category: 'b', name: 'n' + i, content: 'x' })),
      ),
    locks: async (store) => (await navigator.locks.query()).held.map(({ name }) => name),
  };`;

const works = {
  async 'what was given is sent again, not what became of it'() {
    const { openMemory, leave, comeBack, busy } = globalThis.away;
    const memory = await openMemory('opfs:copied');
    const batch = busy(memory);
    const bytes = new TextEncoder().encode('original');
    const added = memory.add({ category: 'c', name: 'n', content: bytes });
    bytes.fill(88);
    structuredClone(bytes, { transfer: [bytes.buffer] });
    leave();
    comeBack();
    await Promise.all([batch, added]);
    const { content } = await memory.get('c', 'n');
    await memory.close();
    return content === 'original' && (await memory.get('c', 'n').catch(({ code }) => code));
  },

  async 'closing goes on'() {
    const { openMemory, leave, comeBack, busy, locks } = globalThis.away;
    const memory = await openMemory('opfs:closing');
    const batch = busy(memory);
    const closed = memory.close();
    leave();
    comeBack();
    await Promise.all([batch, closed]);
    const idle = await openMemory('opfs:closing');
    const idleClosed = idle.close();
    leave();
    comeBack();
    await idleClosed;
    return (await locks()).length === 0 && 'closed';
  },

  async 'closing while it is away ends'() {
    const { openMemory, leave, busy } = globalThis.away;
    const memory = await openMemory('opfs:away');
    leave();
    await memory.close();
    const other = await openMemory('opfs:away');
    const batch = busy(other);
    leave();
    await Promise.all([batch, other.close()]);
    return 'closed';
  },

  async 'an opening that fails is tried again by the next call'() {
    const { openMemory, leave, comeBack } = globalThis.away;
    const memory = await openMemory('opfs:refused');
    leave();
    const other = await openMemory('opfs:refused', { durability: 'relaxed' });
    comeBack();
    const refused = await memory.items().catch(({ code }) => code);
    await other.close();
    const { items } = await memory.items();
    leave();
    const another = await openMemory('opfs:refused', { durability: 'relaxed' });
    comeBack();
    await memory.items().catch(() => {});
    await memory.close();
    await another.close();
    return refused === 'options_mismatch' && items.length === 0 && 'closed';
  },

  async 'a Worker serves one memory'() {
    const { openMemory } = globalThis.away;
    const worker = new Worker('/js/worker.js', { type: 'module' });
    const memory = await openMemory('opfs:one', { worker });
    const refused = await openMemory('opfs:two', { worker }).catch(({ message }) => message);
    await memory.add({ category: 'c', name: 'n', content: 'for one' });
    await memory.close();
    const late = await openMemory('opfs:one', { worker }).catch(({ message }) => message);
    return /make a new one/.test(refused) && refused === late && 'closed';
  },

  async 'no name of a store is that of another lock'() {
    const { openMemory } = globalThis.away;
    const odd = ['q:exclusive', 'q:succession', 'q'];
    const memories = await Promise.all(odd.map((name) => openMemory('opfs:' + name)));
    await Promise.all(
      memories.map((memory) => memory.add({ category: 'c', name: 'n', content: 'x' })),
    );
    await Promise.all(memories.map((memory) => memory.close()));
    return 'closed';
  },
};

for (const browser of browsers) {
  test(`${browser.name}: a page that is away`, { timeout: 120_000 }, async (t) => {
    const page = `<!doctype html><title>away</title><script type="module">${prelude}</script>`;
    const server = await serveFiles(t, { pages: { '/away.html': page } });
    const launched = await browser.launch(t);
    for (const [name, work] of Object.entries(works)) {
      await t.test(name, { timeout: 30_000 }, async (t) => {
        const tab = await openPage(t, launched, server.url('/away.html'));
        const method = `async () => { ${work.toString().replace(/^async [^(]*\(\) \{/, '')}`;
        assert.equal(await evaluate(tab, method), 'closed');
        await tab.close();
      });
    }
  });
}
