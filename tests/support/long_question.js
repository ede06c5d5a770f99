// A question at the end of three thousand characters of instructions, and the text that answers it
// among two hundred others.

const preamble = 'You are a helpful assistant. Follow the instructions with care and be brief. ';

export const LONG_QUESTION = `${preamble.repeat(40)}When does the staging database password rotate?`;
export const LONG_QUESTION_ANSWER = 'The staging database password rotates every Tuesday';
export const OTHER_TEXTS = Array.from(
  { length: 200 },
  (_, i) => `note ${i} about the weather and the plan of day ${i}`,
);
