import type { OpenOptions } from './loci.js';
import type { WasmModule } from './platform.js';

/** What Loci uses of `ctx.storage` in a Durable Object whose class is listed in `new_sqlite_classes`. */
export interface ObjectStorage {
  readonly sql: { exec(query: string, ...bindings: never[]): object };
  transactionSync<Result>(work: () => Result): Result;
}

/**
 * The storage of the Durable Object that this runs in: a table `loci_page`, beside the object's own
 * tables. One memory an object at a time: a second one is `store_busy` until the first is closed.
 * Its writes may stand in a transaction of the object's, beside writes of its own. Where that is rolled
 * back, close the memory and open it again: until then it takes no write (`storage_error`), and what
 * it tells is of what was rolled back.
 */
export interface ObjectLocation {
  durableObject: ObjectStorage;
}

/** Workers compile no wasm, so the module is given, also for `':memory:'` and `{bytes}`. */
export interface EdgeOptions extends OpenOptions {
  /** `import wasm from 'loci/loci.wasm'` */
  wasm: WasmModule;
}
