// Where a location that answers by promise is served from.

import { chooseRung } from '../ladder.js';
import { Alone } from './alone.js';
import { openInMemory, openSnapshot, openStore } from './opening.js';
import { Seat } from './seat.js';

/**
 * @param {{store: string} | {place: object}} location the name of a store, or a place in memory as
 *   openHere() of open.js takes it
 * @param {object} options of openMemory(), checked
 * @param {{broker?: MessagePort, told: (persistence: object) => void}} surroundings as Seat.take()'s
 * @returns {Promise<Seat | Alone>}
 */
export async function takeSeat({ store, place }, options, surroundings) {
  if (place) return alone(openInMemory(place, options), surroundings);
  const rung = await chooseRung(store);
  if (options.readOnly && rung.mode === 'opfs') {
    return alone(openSnapshot(store, 'opened with readOnly', options), surroundings);
  }
  if (options.readOnly || rung.mode === 'memory') {
    return alone(openStore(store, rung, options), surroundings);
  }
  return Seat.take(store, rung, options, surroundings);
}

async function alone(opening, { told }) {
  const seat = new Alone(await opening);
  told(seat.persistence);
  return seat;
}
