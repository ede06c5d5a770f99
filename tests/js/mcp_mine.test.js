// A real folder of notes, those of the demo: mined by the command line, found by it and by a host of the
// tool server, who see the same.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { newCli } from '../support/cli.js';
import { newHttpHost, newHttpServer, newStdioHost } from '../support/mcp.js';

const NOTES = fileURLToPath(new URL('../../demo/memory', import.meta.url));
const QUESTION = 'when are the tomatoes watered';

test('a folder that was mined is found by the command line and by hosts alike', async (t) => {
  const { folder, loci } = newCli(t);
  const stdio = await newStdioHost(t, folder);
  const mined = await loci(['mine', NOTES, '--wing', 'House', '--json']);
  assert.equal(mined.status, 0, mined.errors);
  const { files, added } = JSON.parse(mined.output);
  assert.equal(files, fs.readdirSync(join(NOTES, 'wiki')).length);
  assert.ok(added >= files);

  const searched = await loci(['search', '--json', '--wing', 'house', QUESTION]);
  assert.equal(searched.status, 0, searched.errors);
  const byCli = JSON.parse(searched.output).results;
  assert.ok(byCli.length > 0);
  const http = await newHttpHost(t, (await newHttpServer(t, folder)).address);
  for (const { call } of [stdio, http]) {
    const { data, text } = await call('mempalace_search', { query: QUESTION, wing: 'House' });
    assert.deepEqual(data.results, byCli);
    assertVerbatim(data.results, text);
    const { data: status } = await call('mempalace_status', {});
    assert.equal(status.drawers, added);
    assert.deepEqual(status.wings, [{ wing: 'House', rooms: status.rooms, drawers: added }]);
    const { data: all } = await call('mempalace_get_taxonomy', {});
    assert.deepEqual(all.taxonomy, { House: { wiki: added } });
  }
});

/** Each result is a part of its file to the letter, and stands in the text with where it is from. */
function assertVerbatim(results, text) {
  assert.match(text, /^House \/ wiki$/m);
  for (const { text: stored, source_path: path, source_file: name } of results) {
    const whole = fs.readFileSync(join(NOTES, path), 'utf8');
    assert.ok(whole.includes(stored), path);
    assert.ok(text.includes(name));
    for (const line of stored.trimEnd().split('\n')) assert.ok(text.includes(`> ${line}`), line);
  }
}
