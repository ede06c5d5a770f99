// Pages under test. What a page reports as an error fails its test, unless the test expects it.

import assert from 'node:assert/strict';
import { atEnd } from './cleanup.js';

/**
 * Opens a page in a new tab.
 * @param {import('node:test').TestContext} t
 * @param {{browser: import('puppeteer-core').Browser}} launched what `launch` gave
 * @param {string} url
 * @param {{expected?: RegExp[]}} [options] errors that may occur; all others, uncaught ones and
 *   those on the console, fail the test at its end
 * @returns {Promise<import('puppeteer-core').Page>} loaded; `page.errors` holds what was reported
 */
export async function openPage(t, launched, url, { expected = [] } = {}) {
  const page = await launched.browser.newPage();
  page.errors = watchErrors(page);
  atEnd(t, () => {
    const unexpected = page.errors.filter((text) => !expected.some((known) => known.test(text)));
    assert.deepEqual(unexpected, [], `errors of the page ${url}`);
  });
  await page.goto(url, { waitUntil: 'load' });
  return page;
}

function watchErrors(page) {
  const errors = [];
  page.on('pageerror', (error) => errors.push(`uncaught ${error?.stack ?? error}`));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console ${message.text()}`);
  });
  return errors;
}

/**
 * Runs an async function in the page and gives its result; arguments and result are JSON values.
 * Unlike with page.evaluate, an error comes back with its name, `code` and `detail`.
 */
export async function evaluate(page, work, ...args) {
  const outcome = await page.evaluate(expression(work, args));
  if (!outcome.error) return outcome.value;
  const { message, stack, ...fields } = outcome.error;
  throw Object.assign(new Error(`in the page: ${message}\n${stack}`), fields);
}

function expression(work, args) {
  return `(async () => {
    try {
      return { value: await (${work})(...${JSON.stringify(args)}) };
    } catch (error) {
      const { name, code, detail, stack } = error ?? {};
      return { error: { name, code, detail, stack, message: String(error?.message ?? error) } };
    }
  })()`;
}
