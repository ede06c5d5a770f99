// jieba's own dictionary and model, which the set-up brings for tests.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { partFolder } from '../../bindings/toolchain/parts.js';

/** @returns {{words: Uint8Array, hmm: Uint8Array}} as the option `dictionary` takes them */
export function jiebaFiles() {
  const read = (name) => new Uint8Array(readFileSync(join(partFolder('jieba'), name)));
  return { words: read('jieba.dict.utf8'), hmm: read('hmm_model.utf8') };
}
