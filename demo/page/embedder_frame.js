/**
 * Runs the code of an embedder that a person has pasted, out of reach of the page.
 *
 * Two walls stand around it. This document is sandboxed: its origin is nobody's, so that the code sees
 * no store, no cookie and no page. And the code runs in a worker: it has no document, and an endless
 * loop in it stops nobody but itself. What passes between it and the page are texts and vectors, on
 * the port that the page sends along with the code.
 *
 * A classic script, as a module would be fetched as by another origin, which this document's is.
 *
 * Tested by tests/browser/page_embedder.test.js.
 */

/** Runs in the worker, from its text; `codeUrl` is the address of the pasted module. */
function serveTexts(codeUrl) {
  const inWords = (error) => `${error?.message ?? error}`;
  const load = async () => {
    const { default: embed, model } = await import(codeUrl);
    if (typeof embed !== 'function') throw new Error('the code has no “export default” function');
    return { embed, model: typeof model === 'string' ? model : undefined };
  };
  const loading = load();
  loading.then(
    ({ model }) => self.postMessage({ ready: true, model }),
    (error) => self.postMessage({ error: inWords(error) }),
  );
  self.addEventListener('message', async ({ data: { id, texts } }) => {
    try {
      const { embed } = await loading;
      self.postMessage({ id, vectors: await embed(texts) });
    } catch (error) {
      self.postMessage({ id, error: inWords(error) });
    }
  });
}

const addressOf = (code) => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));

function startWorker(code) {
  const runner = `(${serveTexts})(${JSON.stringify(addressOf(code))})`;
  return new Worker(addressOf(runner));
}

window.addEventListener(
  'message',
  ({ source, data, ports: [port] }) => {
    if (source !== window.parent) return;
    const worker = startWorker(data.code);
    worker.addEventListener('message', (event) => port.postMessage(event.data));
    worker.addEventListener('error', ({ message }) => port.postMessage({ error: message }));
    port.addEventListener('message', (event) => worker.postMessage(event.data));
    port.start();
  },
  { once: true },
);
