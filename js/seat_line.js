// The line of a RemoteMemory to a seat in its own worker.

import { takeSeat } from './tabs/take_seat.js';
import { isProtected } from './persist.js';

/** Opens what `location` names, as takeSeat() says, and gives a line to it. */
export async function openSeatLine(location, options) {
  const line = { persistence: undefined };
  const persisted = await isProtected();
  const told = (persistence) => {
    line.persistence = Object.freeze({ persisted, ...persistence });
  };
  const seat = await takeSeat(location, options, { told });
  line.call = ({ progress, ...call }) =>
    seat.call({ ...call, progress: progress && (async (value) => progress(value)) });
  line.close = () => seat.close();
  options.onProgress?.({ step: 'ready' });
  return line;
}
