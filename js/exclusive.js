// A store of a browser that one dedicated worker has to itself: the synchronous memory of Node, on
// OPFS. Its ladder has two rungs, OPFS and memory.

import { MemoryError } from './errors.js';
import { chooseRung } from './ladder.js';
import { openHere } from './open.js';
import { isProtected } from './persist.js';
import { runtime } from './runtime.js';
import { holdExclusively } from './tabs/leadership.js';
import { inBrowserWords, openOpfsHost } from './tabs/opening.js';

const LOOK = 3000; // milliseconds between two looks whether the browser has cleared the files

/** Opens the store `name` with options of openMemory(). `store_busy` where anybody has it. */
export async function openExclusively(name, options) {
  const { mode, reason } = await chooseRung(name);
  if (mode !== 'opfs') {
    const why = mode === 'memory' ? reason : `${reason}, which exclusive: true needs`;
    return openHere({ host: null, persistence: { mode: 'memory', reason: why } }, options, runtime);
  }
  const release = await holdExclusively(name);
  if (!release) throw busy(name);
  try {
    const host = await openOpfsHost(name);
    const persistence = { mode, reason, persisted: await isProtected() };
    const place = { host: watched(host, release), persistence };
    return await openHere(place, options, runtime);
  } catch (error) {
    release();
    throw inBrowserWords(error);
  }
}

// The memory closes its host, also when it crashes; the lock goes with it. Until then the host looks
// now and then whether its files are there: it cannot when it is asked, as looking takes its time.
function watched(host, release) {
  const look = setInterval(() => host.isPresent(), LOOK);
  const close = host.close.bind(host);
  host.close = () => {
    clearInterval(look);
    close();
    release();
  };
  return host;
}

function busy(name) {
  const what = `another tab or worker has the store ${name} open; close it there`;
  return new MemoryError('store_busy', what);
}
