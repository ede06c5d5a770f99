// A memory to read, without any storage: the bytes of an export go out with the worker's code, as a
// module of data, and each isolate opens them once. There are as many copies as the platform starts,
// everywhere at once, and a new snapshot is a new deployment, so all of an answer is of one state.
//
// The bytes count as code (3 MB, paid 10 MB, compressed). Larger ones would come from an R2 bucket or a
// static asset: read them where `bytes` is passed on.
//
// Tested by tests/edge/http_snapshot.test.js.

import { openMemory } from 'loci';
import wasm from 'loci/loci.wasm';

import { authorize } from './authorization.js';
import { discard } from './bodies.js';
import { toResponse } from './errors.js';
import { limitsOf } from './limits.js';
import { Opened } from './opened.js';
import { SNAPSHOT, answer } from './routes.js';
import bytes from './snapshot.loci';

// With the first request, since what runs before it may ask for no random numbers. Opening waits for
// nothing from outside, so it is over before the next request is looked at.
const opened = new Opened(() => openMemory({ bytes }, { wasm, readOnly: true }));

export default {
  async fetch(request, environment) {
    try {
      await authorize(request, environment.LOCI_TOKEN);
      const path = new URL(request.url).pathname.slice(1);
      const limits = limitsOf(environment);
      const open = () => opened.memory();
      return await answer(request, path, { routes: SNAPSHOT, limits, open });
    } catch (error) {
      opened.failed(error);
      await discard(request);
      return toResponse(error);
    }
  },
};
