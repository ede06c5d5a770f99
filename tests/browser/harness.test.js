// The tests' own tools: a failing test leaves nothing running, and errors of pages are not lost.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { atEnd } from './support/cleanup.js';
import { evaluate, openPage } from './support/page.js';
import { runningWith } from './support/processes.js';
import { serveFiles } from './support/server.js';

/** A test context whose end the test itself brings about. */
function contextToEnd() {
  const hooks = [];
  return {
    after: (hook) => hooks.push(hook),
    end: () => Promise.all(hooks.map((hook) => hook())),
  };
}

test('at the end all is undone, the last first, and the first error told', async () => {
  const t = contextToEnd();
  const undone = [];
  atEnd(t, () => undone.push('first'));
  atEnd(t, () => {
    throw new Error('second failed');
  });
  atEnd(t, async () => undone.push('third'));
  await assert.rejects(t.end(), /second failed/);
  assert.deepEqual(undone, ['third', 'first']);
});

for (const browser of browsers) {
  test(`${browser.name}: an error of a page fails its test, and still all is cleared`, async (t) => {
    const server = await serveFiles(t);
    const inner = contextToEnd();
    atEnd(t, () => inner.end().catch(() => {}));
    const launched = await browser.launch(inner);
    const page = await openPage(inner, launched, server.url('/blank'), { expected: [/foreseen/] });
    await evaluate(page, () => console.error('as foreseen'));
    await evaluate(page, () => {
      const thrown = new Promise((resolve) => addEventListener('error', resolve, { once: true }));
      setTimeout(() => {
        throw new Error('surprise');
      });
      return thrown.then(() => undefined);
    });
    assert.notDeepEqual(runningWith(launched.userDataDir), []);
    await assert.rejects(inner.end(), /surprise/);
    assert.match(page.errors.join(), /foreseen/);
    assert.deepEqual(runningWith(launched.userDataDir), []);
    assert.equal(existsSync(launched.userDataDir), false);
  });

  test(`${browser.name}: a killed browser leaves its profile to the next`, async (t) => {
    const server = await serveFiles(t);
    const first = await browser.launch(t);
    await openPage(t, first, server.url('/blank'));
    await first.kill();
    assert.deepEqual(runningWith(first.userDataDir), []);
    const second = await browser.launch(t, { userDataDir: first.userDataDir });
    await openPage(t, second, server.url('/blank'));
    await second.close();
    assert.ok(existsSync(first.userDataDir));
  });
}

test('an error in a page comes back with its code', async (t) => {
  const server = await serveFiles(t);
  const page = await openPage(t, await browsers[0].launch(t), server.url('/blank'));
  const failing = evaluate(
    page,
    async (code) => {
      throw Object.assign(new TypeError('no'), { code, detail: { at: 3 } });
    },
    'some_code',
  );
  await assert.rejects(failing, { name: 'TypeError', code: 'some_code', detail: { at: 3 } });
});
