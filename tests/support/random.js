// Numbers that look random and are the same in every run.

/**
 * mulberry32 (Tommy Ettinger, public domain): 32 bits of state, good enough to vary tests.
 * @param {number} seed
 * @returns {(below: number) => number} integers from 0 to below - 1
 */
export function makeRandom(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
