// Runs the rules of tests/support/host_contract.js on hosts of files, in whatever runtime: prints, as
// JSON, what each of them threw, or null.
//
//   host_contract.js FOLDER

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { FULL } from '../../../bindings/hosts/codes.js';
import { NodeHost } from '../../../bindings/hosts/node.js';
import { bytes, checkRule, get, hostContract, put } from '../../support/host_contract.js';

const FAR = 5_000_000_000; // past 32 bits

const particular = [
  {
    name: 'offsets go past 32 bits',
    check(host) {
      put(host, 1, 'far', FAR);
      if (get(host, 1, 3, FAR) !== 'far' || host.size(1) !== FAR + 3) throw new Error('lost');
    },
  },
  {
    name: 'what finds no room is full, and changes nothing',
    check(host) {
      put(host, 0, 'kept', 0);
      const code = host.write(0, bytes('x'), 9_000_000_000_000_000);
      if (code !== FULL) throw new Error(`${code} ${host.lastError}`);
      if (get(host, 0, 9, 0) !== 'kept') throw new Error('changed');
    },
  },
  {
    name: 'what was given up comes back',
    check(host) {
      put(host, 0, 'kept', 0);
      host.giveUp(() => host.close());
      if (host.open() !== 0 || get(host, 0, 9, 0) !== 'kept') throw new Error(host.lastError);
    },
  },
];

const path = join(process.argv[2], 'store');
const outcomes = {};
for (const rule of [...hostContract, ...particular]) {
  for (const suffix of ['', '-wal', '-journal']) rmSync(path + suffix, { force: true });
  outcomes[rule.name] = await checkRule(rule, () => new NodeHost(path)).then(
    () => null,
    (error) => error.message,
  );
}
console.log(JSON.stringify(outcomes));
