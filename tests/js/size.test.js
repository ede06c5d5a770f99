// The size of what users load, against its budget.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wasmSize } from '../bench/size.js';

const budget = { raw: 866_600, gzip: 396_000 };

test('the module keeps its budget', (context) => {
  const size = wasmSize();
  for (const [form, limit] of Object.entries(budget)) {
    context.diagnostic(`loci.wasm ${form}: ${size[form]} of ${limit} bytes`);
    assert.ok(size[form] <= limit, `${form}: ${size[form]} bytes, ${limit} allowed`);
  }
});
