// What Deno's user has allowed. Deno would put the question to the user of a terminal, and wait, where
// a program tries something that was not allowed: so what can be done without is looked up first.
//
// Tested by tests/runtimes/media.test.js.

/**
 * Whether it is allowed already; true in other runtimes.
 * @param {{name: string, path?: string, kind?: string}} descriptor as Deno's permissions take it
 */
export function isGranted(descriptor) {
  const { permissions } = globalThis.Deno ?? {};
  return !permissions || permissions.querySync(descriptor).state === 'granted';
}
