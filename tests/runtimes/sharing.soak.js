// The long versions of contention.test.js and kill.test.js: minutes of processes that share a
// store, and hundreds of kills in each runtime.

import process from 'node:process';

process.env.LOCI_SHARED_ITEMS ??= '300';
process.env.LOCI_KILLS ??= '500';
await import('./contention.test.js');
await import('./kill.test.js');
