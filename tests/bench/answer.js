// A process's side of child.js: answers `{id, method, args}` with `{id, result}` or `{id, error}`.

/** Answers the parent's calls with `methods`, whose results may be promises. */
export function answer(methods) {
  process.on('message', async ({ id, method, args }) => {
    try {
      process.send({ id, result: await methods[method](...args) });
    } catch (error) {
      process.send({ id, error: String(error?.stack ?? error) });
    }
  });
  process.send({ ready: true });
}
