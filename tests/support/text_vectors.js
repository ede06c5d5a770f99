/** A vector that says which text it is of: those of two texts point far apart. */
export function vectorOf(text) {
  let state = 17;
  for (const character of text) state = (Math.imul(state, 31) + character.codePointAt(0)) | 0;
  return Float32Array.from({ length: 16 }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state >> 16;
  });
}
