// Launching the real browsers of this machine: Chromium, and Firefox (which speaks WebDriver BiDi).
//
// A browser is a group of processes of its own. Whatever becomes of a test, the group is killed at
// its end, and then the profile is deleted; also where node itself is interrupted.

import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { findOnPath } from '../../../bindings/toolchain/shell.js';
import { atEnd } from './cleanup.js';
import { killProcess, runningInGroup, runningWith } from './processes.js';

const isRoot = process.getuid?.() === 0;

const chromium = {
  name: 'Chromium',
  kind: 'chrome',
  programs: ['chromium', 'chromium-browser', 'google-chrome'],
  // The sandbox refuses to run as root. The rest keeps a browser that is alone in a closed network
  // from asking for addresses that do not answer.
  args: [
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  prefs: {},
};

const firefox = {
  name: 'Firefox',
  kind: 'firefox',
  programs: ['firefox-esr', 'firefox'],
  args: [],
  prefs: {
    'app.update.enabled': false,
    'browser.aboutwelcome.enabled': false,
    'browser.chrome.site_icons': false, // a strict policy refuses them, which is an error on the console
    'datareporting.policy.dataSubmissionEnabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
  },
};

/**
 * The browsers to test in. `launch(t, options)` starts one for the length of a test.
 * @type {{name: string, kind: 'chrome' | 'firefox', launch: typeof launch}[]}
 */
export const browsers = [chromium, firefox].map((browser) => ({
  name: browser.name,
  kind: browser.kind,
  launch: (t, options) => launch(browser, t, options),
}));

const profiles = new Set(); // those that exist now

process.once('exit', () => {
  for (const folder of profiles) {
    runningWith(folder).forEach(killProcess);
    deleteFolder(folder);
  }
});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => process.exit(1));

/** A new, empty profile folder, deleted at the end of the test. */
export async function temporaryProfile(t) {
  const folder = await mkdtemp(join(tmpdir(), 'loci-browser-'));
  profiles.add(folder);
  atEnd(t, () => {
    deleteFolder(folder);
    profiles.delete(folder);
  });
  return folder;
}

function deleteFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Starts a browser. Options: `userDataDir` (a folder of temporaryProfile, to start again on what
 * another one left; a new one otherwise), `prefs` (Firefox), `args`, `headless` (true unless told),
 * and others of puppeteer's launch.
 *
 * @returns {Promise<{
 *   name: string,
 *   kind: 'chrome' | 'firefox',
 *   browser: import('puppeteer-core').Browser,
 *   userDataDir: string,
 *   close: () => Promise<void>,
 *   kill: () => Promise<void>,
 * }>} `close` ends it in good order; `kill` kills all its processes at once and waits until they
 *   are gone. Both leave the profile.
 */
async function launch(browser, t, { userDataDir, prefs, args = [], ...options } = {}) {
  const folder = userDataDir ?? (await temporaryProfile(t));
  const launched = await puppeteer.launch({
    browser: browser.kind,
    executablePath: programOf(browser),
    userDataDir: folder,
    extraPrefsFirefox: { ...browser.prefs, ...prefs },
    args: [...browser.args, ...args],
    // A Chromium that hangs on a pipe ends with this process, however that ends.
    pipe: browser.kind === 'chrome',
    handleSIGINT: false,
    handleSIGTERM: false, // puppeteer ends the browser then, and lets the test go on
    handleSIGHUP: false,
    ...options,
  });
  const kill = () => killGroup(launched).then(() => restored(folder));
  atEnd(t, kill);
  const { name, kind } = browser;
  const close = () => launched.close();
  return { name, kind, browser: launched, userDataDir: folder, close, kill };
}

function programOf({ name, programs }) {
  const found = findOnPath(...programs);
  if (found) return found;
  throw new Error(`${name} is not installed: on PATH there is no ${programs.join(', no ')}`);
}

async function killGroup(launched) {
  const { pid } = launched.process();
  const deadline = performance.now() + 10_000;
  while (runningInGroup(pid).length > 0) {
    if (performance.now() > deadline) throw new Error(`processes of group ${pid} do not end`);
    killProcess(-pid);
    await sleep(5);
  }
}

// puppeteer puts back what it changed in Firefox's profile when the process has ended. The next launch
// on this profile must not come in between. Where that fails it stays undone, which does no harm.
async function restored(folder) {
  const backups = ['prefs.js', 'user.js'].map((name) => join(folder, `${name}.puppeteer`));
  const deadline = performance.now() + 1000;
  while (backups.some((path) => existsSync(path)) && performance.now() < deadline) await sleep(5);
}
