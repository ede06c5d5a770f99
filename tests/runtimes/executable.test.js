// `bun build --compile` makes one file of a program and Loci, the module included.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { run } from '../../bindings/toolchain/shell.js';
import { newProject } from '../support/installed_package.js';
import { bun } from '../support/runtimes.js';
import { newFolder } from '../support/temp_store.js';

const PROGRAM = `
  import { openMemory } from 'loci';

  using memory = await openMemory('./kept.loci');
  memory.add({ category: 'home', name: 'kettle', content: 'In the left cupboard.' });
  console.log(memory.retrieve('kettle').items[0].name);
`;

const project = await newProject({ 'program.ts': PROGRAM });
after(() => rmSync(project, { recursive: true, force: true }));

test('the executable runs without the package', async (t) => {
  const executable = join(newFolder(t), 'program');
  await run(bun, ['build', '--compile', 'program.ts', '--outfile', executable], { cwd: project });
  rmSync(join(project, 'node_modules'), { recursive: true });
  assert.equal(await run(executable, [], { cwd: project }), 'kettle\n');
});
