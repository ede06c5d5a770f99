// A follower's line to its leader: a MessagePort that the broker handed over, or the channel of all
// tabs where there is no broker, as in browsers without SharedWorkers.

import { CONNECT } from './protocol.js';

/**
 * Opens a line.
 * @param {object} place
 * @param {string} place.store
 * @param {number} place.epoch of the leader
 * @param {string} place.from who follows
 * @param {MessagePort} [place.broker]
 * @param {(message: object) => void} place.say to all tabs
 * @param {(message: object) => void} place.receive takes what comes by a port
 * @returns {Promise<{send: (message: object) => void, close: () => void}>}
 */
export async function openLink({ store, epoch, from, broker, say, receive }) {
  const address = (message) => ({ ...message, to: epoch, from });
  const port = broker && (await connect({ store, epoch, from, broker, receive }));
  if (!port) return { send: (message) => say(address(message)), close: () => {} };
  return { send: (message) => port.postMessage(address(message)), close: () => port.close() };
}

// The port, once the leader has greeted through it; nothing where it takes too long.
function connect({ store, epoch, from, broker, receive }) {
  const { port1: own, port2: other } = new MessageChannel();
  broker.postMessage({ type: 'connect', store, epoch, from }, [other]);
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      own.close();
      resolve(undefined);
    }, CONNECT);
    own.onmessage = ({ data }) => {
      if (data.type !== 'welcome') return receive(data);
      clearTimeout(late);
      return resolve(own);
    };
  });
}
