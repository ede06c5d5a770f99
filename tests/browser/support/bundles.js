// The pages of tests/browser/fixtures, as a user builds them: beside an installed package.

import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import * as vite from 'vite';
import { root } from '../../../bindings/toolchain/record.js';
import { run } from '../../../bindings/toolchain/shell.js';
import { atEnd } from './cleanup.js';

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));

/**
 * A folder with the fixtures in `pages`, and in `node_modules/loci` what `npm pack` packs: files
 * that the package forgets are missing here too. Deleted at the end of the test.
 * @returns {Promise<string>} its path
 */
export async function installedPackage(t) {
  const folder = await mkdtemp(join(tmpdir(), 'loci-bundle-'));
  atEnd(t, () => rm(folder, { recursive: true }));
  const installed = join(folder, 'node_modules/loci');
  await mkdir(installed, { recursive: true });
  // Without its scripts, which would build the module again.
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(await run('npm', pack, { cwd: root }));
  await run('tar', ['xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
  await cp(fixtures, join(folder, 'pages'), { recursive: true });
  return folder;
}

/**
 * The way to the page of each bundler: given what installedPackage() gave, builds it and tells where
 * the server has to start, at which path the page is, and what the bundler warned of.
 * @type {Record<string, (folder: string) => Promise<{site: string, path: string, warnings: string[]}>>}
 */
export const bundles = {
  plain: async (folder) => ({ site: folder, path: '/pages/plain/index.html', warnings: [] }),
  vite: bundleWithVite,
  esbuild: bundleWithEsbuild,
};

/** As Vite is where nothing is configured: `vite build`. */
async function bundleWithVite(folder) {
  const warnings = [];
  const customLogger = vite.createLogger('silent');
  customLogger.warn = customLogger.warnOnce = (text) => warnings.push(text);
  await vite.build({ root: join(folder, 'pages/vite'), configFile: false, customLogger });
  return { site: join(folder, 'pages/vite/dist'), path: '/index.html', warnings };
}

async function bundleWithEsbuild(folder) {
  const pages = join(folder, 'pages/esbuild');
  const { warnings } = await esbuild.build({
    absWorkingDir: pages,
    entryPoints: {
      main: './main.js',
      'loci-worker': 'loci/worker',
      'loci-broker': 'loci/broker',
      loci: 'loci/loci.wasm',
    },
    loader: { '.wasm': 'copy' },
    bundle: true,
    minify: true,
    format: 'esm',
    outdir: 'dist',
    logLevel: 'silent',
  });
  await cp(join(pages, 'index.html'), join(pages, 'dist/index.html'));
  return { site: join(pages, 'dist'), path: '/index.html', warnings: warnings.map((w) => w.text) };
}
