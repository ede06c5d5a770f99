// Loci's own worker: the seat of one memory of a page. The page talks to it through
// js/worker_line.js, by messages with a `type`.

import './worker_modules.js';
import { takeSeat } from './tabs/take_seat.js';
import { bytesOf } from './tabs/leading.js';
import { packError } from './wire.js';

let seat; // the promise of it
const asked = new Map(); // whether a batch may go on, by the id of its call

const handlers = {
  open({ location, options, isVisible }, [broker]) {
    post({ type: 'ready' });
    const onProgress = (progress) => post({ type: 'step', progress });
    const told = (persistence) => post({ type: 'told', persistence });
    seat = takeSeat(location, { ...options, onProgress }, { broker, told });
    seat.then(
      (taken) => {
        taken.setVisible(isVisible);
        post({ type: 'opened' });
      },
      (error) => post({ type: 'failed', error: packError(error) }),
    );
  },

  async call({ id, call }) {
    const progress = call.progress && ((value) => ask(id, value));
    try {
      const result = await (await seat).call({ ...call, progress });
      post({ type: 'answer', id, result }, bytesOf({ result }));
    } catch (error) {
      post({ type: 'answer', id, error: packError(error) });
    }
  },

  go({ id, proceed }) {
    asked.get(id)?.(proceed);
    asked.delete(id);
  },

  visible: ({ isVisible }) => whenTaken((taken) => taken.setVisible(isVisible)),
  leave: () => whenTaken((taken) => taken.leave()),
  comeBack: () => whenTaken((taken) => taken.comeBack()),

  async close() {
    await whenTaken((taken) => taken.close());
    post({ type: 'closed' });
  },
};

// Where no seat was to be had, the page knows already.
async function whenTaken(work) {
  const taken = await seat.catch(() => undefined);
  return taken && work(taken);
}

globalThis.onmessage = ({ data, ports }) => handlers[data.type]?.(data, ports);

function post(message, transfer = []) {
  globalThis.postMessage(message, transfer);
}

function ask(id, value) {
  post({ type: 'progress', id, value });
  return new Promise((resolve) => asked.set(id, resolve));
}
