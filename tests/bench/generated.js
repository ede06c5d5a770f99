// Generated text: chat-like English whose word frequencies follow Zipf's law, for machines without
// the LoCoMo data and for sizes beyond it. The frequent ranks are real function words, since they
// are what makes whole questions slow; the rest are syllables. Deterministic: text i depends on i
// alone, so any process can make any part of the corpus. Tested by tests/js/bench.test.js.

const FUNCTION_WORDS = (
  'the i you to a and that it is was of in for my so me do have with we be what your this on are ' +
  'not but really like just how at good about can from been had or them did when he she they some ' +
  'all would if an out up where who has were one there as which her his will by more their us'
).split(' ');
const ONSETS = 'b c d f g h j k l m n p r s t v w br ch cl dr fl gr pl sh sl st tr'.split(' ');
const VOWELS = 'a e i o u ai ea ou'.split(' ');
const CODAS = ['', 'n', 'r', 's', 't', 'l', 'm', 'ck'];
const VOCABULARY = 120_000;
/** Words of a text: 4 to 41; with a mean of 22 and of some 120 bytes near to LoCoMo's turns. */
const SHORTEST = 4;
const SPREAD = 38;

/** mulberry32: a 32-bit seeded generator; returns a function yielding numbers in [0, 1). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function syllable(n) {
  const onset = ONSETS[n % ONSETS.length];
  const rest = Math.floor(n / ONSETS.length);
  const vowel = VOWELS[rest % VOWELS.length];
  return onset + vowel + CODAS[Math.floor(rest / VOWELS.length) % CODAS.length];
}

const SYLLABLES = ONSETS.length * VOWELS.length * CODAS.length;

/** The word of a frequency rank (0 is the most frequent). */
export function wordOfRank(rank) {
  if (rank < FUNCTION_WORDS.length) return FUNCTION_WORDS[rank];
  let n = rank - FUNCTION_WORDS.length;
  let word = '';
  do {
    word += syllable(n % SYLLABLES);
    n = Math.floor(n / SYLLABLES);
  } while (n > 0);
  return word.length > 2 ? word : `${word}x${rank}`;
}

// P(rank <= r) = ln(r + 1) / ln(V + 1): Zipf with exponent 1, inverted.
const drawRank = (random) => Math.floor(Math.exp(random() * Math.log(VOCABULARY + 1))) - 1;

/** Text `index` of the generated corpus. */
export function generatedText(index) {
  const random = randomFrom(index * 2 + 1);
  const length = SHORTEST + Math.floor(random() * SPREAD);
  const words = Array.from({ length }, () => wordOfRank(drawRank(random)));
  words[0] = words[0][0].toUpperCase() + words[0].slice(1);
  return `${words.join(' ')}.`;
}

/**
 * Question `number` about one of `size` generated texts: a whole question with stop words around
 * content words of that text. Returns `{question, evidence: [index of the text]}`.
 */
export function generatedQuestion(number, size) {
  const random = randomFrom(number * 2 + 2);
  const index = Math.floor(random() * size);
  const words = generatedText(index).toLowerCase().replace('.', '').split(' ');
  const content = words.filter((word) => !FUNCTION_WORDS.includes(word));
  while (content.length < 3) content.push(words[content.length]);
  const pick = () => content.splice(Math.floor(random() * content.length), 1)[0];
  const [a, b, c] = [pick(), pick(), pick()];
  return { question: `What did the ${a} do with my ${b} when ${c} was there?`, evidence: [index] };
}
