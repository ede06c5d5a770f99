/**
 * The code that the field for an embedder begins with: it runs as it is, and shows what is asked for.
 * Its lines end before column 72, where the field does on most screens.
 */
export const EXAMPLE = `// Texts in, for each an array of numbers out; near meanings,
// near vectors. This one counts parts of words: it finds "retries"
// for "retrying", and no synonyms. A real one may import a library,
// or ask a server of yours:
//
//   const reply = await fetch('http://localhost:11434/api/embed', {
//     method: 'POST',
//     body: JSON.stringify({ model: 'all-minilm', input: texts }),
//   });
//   return (await reply.json()).embeddings;

export const model = 'parts-of-words';

const WIDTH = 256;

function placeOf(part) {
  let hash = 7;
  for (const letter of part) {
    hash = (hash * 31 + letter.codePointAt(0)) % 65521;
  }
  return hash % WIDTH;
}

function embedOne(text) {
  const vector = new Array(WIDTH).fill(0);
  const padded = \` \${text.toLowerCase()} \`;
  for (let at = 0; at + 3 <= padded.length; at++) {
    vector[placeOf(padded.slice(at, at + 3))] += 1;
  }
  return vector;
}

export default async (texts) => texts.map(embedOne);
`;
