// The pages of tests/browser/fixtures/pages as users make them, beside an installed package.

import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import * as vite from 'vite';
import { root } from '../../../bindings/toolchain/record.js';
import { newProject } from '../../support/installed_package.js';
import { atEnd } from './cleanup.js';

const pages = fileURLToPath(new URL('../fixtures/pages', import.meta.url));

/**
 * How a page comes about, by the bundler: makes it, and tells the folder to serve, in which it is
 * index.html, and what the bundler warned of. All is deleted at the end of the test.
 * @type {Record<string, (t: import('node:test').TestContext) => Promise<{site: string, warnings: string[]}>>}
 */
export const bundles = {
  plain: async (t) => ({ site: await project(t, 'plain'), warnings: [] }),
  vite: async (t) => bundleWithVite(await project(t, 'vite')),
  esbuild: async (t) => bundleWithEsbuild(await project(t, 'esbuild')),
};

/**
 * Starts Vite's server for work on a page, for the length of a test.
 * @returns {Promise<string>} the address of the page
 */
export async function startVite(t) {
  const server = await vite.createServer({
    root: await project(t, 'vite'),
    configFile: false,
    logLevel: 'silent',
    server: { host: '127.0.0.1', port: 0 },
    // The one thing to configure, for this server only. It would else put Loci into one file in a
    // cache folder, where the worker, named by its place beside that file, is not.
    optimizeDeps: { exclude: ['loci'] },
  });
  atEnd(t, () => server.close());
  await server.listen();
  return `http://127.0.0.1:${server.httpServer.address().port}/index.html`;
}

/** A folder with the page whose script is the one for that bundler, and the installed package. */
async function project(t, bundler) {
  const folder = await newProject();
  atEnd(t, () => rm(folder, { recursive: true }));
  for (const name of ['index.html', 'visit.js']) await cp(join(pages, name), join(folder, name));
  await cp(join(pages, `${bundler}.js`), join(folder, 'main.js'));
  return folder;
}

/** As `vite build` where nothing is configured. */
async function bundleWithVite(folder) {
  const warnings = [];
  const customLogger = vite.createLogger('silent');
  customLogger.warn = customLogger.warnOnce = (text) => warnings.push(text);
  await vite.build({ root: folder, configFile: false, customLogger });
  return { site: join(folder, 'dist'), warnings };
}

async function bundleWithEsbuild(folder) {
  const { warnings } = await esbuild.build({
    ...(await esbuildOptionsOfReadme()),
    absWorkingDir: folder,
    minify: true,
    logLevel: 'silent',
  });
  await cp(join(folder, 'index.html'), join(folder, 'dist/index.html'));
  return { site: join(folder, 'dist'), warnings: warnings.map(({ text }) => text) };
}

async function esbuildOptionsOfReadme() {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const [, options] = /^await build\((\{.*?^\})\);$/ms.exec(readme);
  return (0, eval)(`(${options})`);
}
