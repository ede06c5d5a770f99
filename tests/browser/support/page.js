// Pages under test. What a page reports as an error fails its test, unless the test expects it.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
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
  const page = await newPage(launched.browser);
  page.errors = watchErrors(page);
  atEnd(t, async () => {
    await Promise.race([errorsReported(page), sleep(1000, undefined, { ref: false })]);
    const unexpected = page.errors.filter((text) => !expected.some((known) => known.test(text)));
    assert.deepEqual(unexpected, [], `errors of the page ${url}`);
  });
  await page.goto(url, { waitUntil: 'load' });
  return page;
}

/** Firefox opens a tab beside another one, and fails when that one is closed meanwhile. */
async function newPage(browser, tries = 3) {
  try {
    return await browser.newPage();
  } catch (error) {
    if (tries <= 1 || !/no such frame|no longer exist/.test(error.message)) throw error;
    return newPage(browser, tries - 1);
  }
}

function watchErrors(page) {
  const errors = [];
  page.on('pageerror', (error) => {
    if (!isLastError(error)) errors.push(`uncaught ${error?.stack ?? error}`);
  });
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    errors.push(`console ${message.text()} (${message.location()?.url ?? 'no address'})`);
  });
  return errors;
}

const lastError = 'the last error of this test';
const isLastError = (error) => String(error?.message).includes(lastError);

/**
 * Resolves when what the page has reported is here: Firefox tells of errors some time after, so one
 * more is thrown and waited for. At once where the page is gone; never where it is frozen.
 */
async function errorsReported(page) {
  const seen = new Promise((resolve) => {
    page.on('pageerror', (error) => isLastError(error) && resolve());
  });
  const throwLater = (message) =>
    void setTimeout(() => {
      throw new Error(message);
    });
  await page.evaluate(throwLater, lastError).then(
    () => seen,
    () => undefined,
  );
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
