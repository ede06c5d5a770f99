/**
 * Resolves when what else waits, messages and timers, has had its turn. A message to ourselves comes
 * after those that wait, and without the delay of a timer.
 */
export function nextTask() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
