// Running other programs, and finding them.

import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that could not be started or did not exit with 0. `output` is all it printed. */
export class CommandError extends Error {
  constructor(command, args, outcome, output) {
    const line = [command, ...args].join(' ');
    super(`${line.length > 300 ? `${line.slice(0, 300)} ...` : line}\n${outcome}`);
    this.name = 'CommandError';
    this.output = output;
  }
}

/**
 * Runs a program to its end.
 * @returns its standard output; rejects with CommandError.
 */
export function run(command, args, { cwd, env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stdout = [];
    const everything = [];
    child.stdout.on('data', (bytes) => {
      stdout.push(bytes);
      everything.push(bytes);
    });
    child.stderr.on('data', (bytes) => everything.push(bytes));
    const fail = (outcome) =>
      reject(new CommandError(command, args, outcome, Buffer.concat(everything).toString()));
    child.on('error', (error) => fail(error.message));
    child.on('close', (code, signal) =>
      code === 0 ? resolve(Buffer.concat(stdout).toString()) : fail(`ended with ${signal ?? code}`),
    );
  });
}

/** Path of the first of `names` that is an executable file on PATH, or undefined. */
export function findOnPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
