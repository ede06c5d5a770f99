// Makes format_v2.db: the store of make_format_v1.js with what format 2 added, answers that were kept
// under keys. Committed and never made anew, for the same reason.
//
//   node tests/data/make_format_v2.js FILE

import { pathToFileURL } from 'node:url';

import { NodeHost } from '../../bindings/hosts/node.js';
import { call, openRaw } from '../support/raw_engine.js';
import { make as makeItems } from './make_format_v1.js';

/** Fills the store. The keyed writes change no item, so that it holds what the other one does. */
export async function make(path) {
  await makeItems(path);
  const engine = await openRaw(new NodeHost(path));
  call(engine, 'claim', 'tab 1, call 1');
  call(engine, 'remove', 'note', 'Gone');
  call(engine, 'beginBatch');
  call(engine, 'claim', 'ключ');
  call(engine, 'commitBatch', { added: 0, problems: [{ path: 'ä.md', line: 1, what: '山' }] });
  engine.close();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await make(process.argv[2]);
