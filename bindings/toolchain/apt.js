// Debian's package manager, used in two ways: installing what the system lacks (root only), and
// fetching packages of a named Debian release into a folder, with an apt state of our own, so that
// neither the system's sources nor its lists change (any user).

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath, run } from './shell.js';
import { SetupError } from './steps.js';

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Installs system packages. Throws a SetupError with the commands where this user may not. */
export async function installPackages(names) {
  const install = ['install', '--yes', '--no-install-recommends', ...names];
  const commands = `apt-get update && apt-get ${install.join(' ')}`;
  if (!findOnPath('apt-get')) {
    throw new SetupError(
      'This system has no apt.',
      `install what these Debian packages hold: ${names.join(', ')}.`,
    );
  }
  if (process.getuid() !== 0) {
    throw new SetupError('Only root can install packages.', `run as root: ${commands}`);
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env });
  await run('apt-get', install, { env });
}

/** A private apt state in a folder, which sees the binary and source packages of two releases. */
export class PackageSource {
  #folder;
  #ready;

  constructor(folder) {
    this.#folder = folder;
  }

  /** Downloads binary packages of a release; returns the paths of the .deb files. */
  async binaries(suite, names, folder) {
    mkdirSync(folder, { recursive: true });
    await this.#apt(['download', ...names.map((name) => `${name}/${suite}`)], folder);
    return names.map((name) => only(folder, (file) => file.startsWith(`${name}_`)));
  }

  /** Downloads a source package of a release; returns the path of its upstream archive. */
  async upstreamArchive(suite, name, folder) {
    mkdirSync(folder, { recursive: true });
    await this.#apt(['source', '--download-only', `${name}/${suite}`], folder);
    return only(folder, (file) => file.startsWith(`${name}_`) && file.includes('.orig.tar.'));
  }

  async #apt(args, cwd) {
    this.#ready ??= this.#update();
    await this.#ready;
    await run('apt-get', [...this.#options(), ...args], { cwd });
  }

  async #update() {
    if (!findOnPath('apt-get') || !existsSync(keyring)) throw notDebian();
    const mirror = debianMirror();
    const lines = ['bookworm', 'trixie'].flatMap((suite) =>
      ['deb', 'deb-src'].map((type) => `${type} [signed-by=${keyring}] ${mirror} ${suite} main\n`),
    );
    for (const name of ['lists/partial', 'cache/archives/partial']) {
      mkdirSync(join(this.#folder, name), { recursive: true });
    }
    writeFileSync(join(this.#folder, 'sources.list'), lines.join(''));
    await run('apt-get', [...this.#options(), 'update']);
  }

  #options() {
    const settings = {
      'Dir::Etc::SourceList': join(this.#folder, 'sources.list'),
      'Dir::Etc::SourceParts': '/dev/null',
      'Dir::Etc::Preferences': '/dev/null',
      'Dir::Etc::PreferencesParts': '/dev/null',
      'Dir::State::Lists': join(this.#folder, 'lists'),
      'Dir::Cache': join(this.#folder, 'cache'),
      'APT::Sandbox::User': 'root',
      'Acquire::Languages': 'none',
      'Acquire::Retries': '3',
    };
    return Object.entries(settings).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  }
}

/** Unpacks from a .deb what matches one of the tar patterns, all of it when there are none. */
export async function unpackDeb(deb, folder, patterns = []) {
  const script =
    'set -o pipefail; dpkg-deb --fsys-tarfile "$1" | tar x -C "$2" --wildcards "${@:3}"';
  await run('bash', ['-c', script, 'unpack', deb, folder, ...patterns]);
}

/** Address of the mirror this system installs from, in either format of apt's sources. */
function debianMirror() {
  if (process.env.LOCI_DEBIAN_MIRROR) return process.env.LOCI_DEBIAN_MIRROR;
  for (const text of sourceFiles().map((path) => readFileSync(path, 'utf8'))) {
    const found =
      /^URIs:\s*(\S+)(?=[^]*?^Suites:.*\b(?:bookworm|trixie)\b)/m.exec(text) ??
      /^deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(?:bookworm|trixie)\s/m.exec(text);
    if (found) return found[1];
  }
  throw notDebian();
}

function sourceFiles() {
  const folder = '/etc/apt/sources.list.d';
  const more = existsSync(folder) ? readdirSync(folder).sort() : [];
  return ['/etc/apt/sources.list', ...more.map((name) => join(folder, name))].filter(
    (path) => /\.(list|sources)$/.test(path) && existsSync(path),
  );
}

function notDebian() {
  return new SetupError(
    'This system installs from no Debian mirror (Debian 12 or 13).',
    'put an emcc of version 3.1.60 or later on PATH, and where there is apt and the package ' +
      'debian-archive-keyring, set LOCI_DEBIAN_MIRROR to the address of a Debian mirror.',
  );
}

function only(folder, test) {
  const found = readdirSync(folder).filter(test);
  if (found.length !== 1) throw new Error(`expected one archive, found: ${found.join(', ')}`);
  return join(folder, found[0]);
}
