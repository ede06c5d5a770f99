// `loci add`.
//
// Tested by tests/js/cli.test.js; its examples by tests/js/cli_help.test.js.

import { UsageError } from './errors.js';
import { readAll, readWhole } from './input.js';
import { requireWords } from './arguments.js';
import { keyOf } from './items.js';
import { bareLinkNotes } from './links.js';
import { WARNINGS } from './shapes.js';
import { jsonObject, sequence, text, vectorFile } from './values.js';

const MAX_CONTENT = 16 * 2 ** 20;
const WANTED = 'a category, a name and the text, which is - for stdin, or --file FILE';

async function contentOf({ values, words, input, errors }) {
  const given = words[2];
  if (values.file !== undefined) {
    if (given === undefined) return readWhole(values.file);
    throw new UsageError('give the text or --file FILE, not both', 'add');
  }
  if (given === undefined) throw new UsageError(`give ${WANTED}`, 'add');
  if (given !== '-') return given;
  if (input.isTTY) errors.write('The text, ended by Ctrl-D on a line of its own:\n');
  return readAll(input, MAX_CONTENT);
}

export const add = {
  name: 'add',
  also: ['put', 'set', 'write', 'remember', 'new'],
  mode: 'make',
  usage: 'add CATEGORY NAME TEXT',
  about: 'remember a text, or put it in the place of the one of that name',
  more: [
    'The category is a short slug (a-z 0-9 _ -), the name anything without [ ] : | #. A text may link to others by [[category:name]], also to some that are not there yet. TEXT as - is read from stdin; one that begins with - stands behind --, as in `loci add log cold -- "-5 degrees"`.',
    'An item of that name is replaced as a whole: its owner, metadata, vector and so on go, too, where they are not given again.',
  ],
  options: {
    file: { takes: 'FILE', read: text, about: 'take the text from a file' },
    owner: { takes: 'WHO', read: text, about: 'who it belongs to or came from' },
    'source-conv': { takes: 'ID', read: text, about: 'the conversation it came from' },
    ts: { takes: 'DATE', read: text, about: 'when it was true or said; else now' },
    metadata: { takes: 'JSON', read: jsonObject, about: 'an object, kept and not searched' },
    sequence: { takes: 'ID:POS', read: sequence, about: 'its place in a run, as trip:4' },
    embedding: { takes: 'FILE', read: vectorFile, about: 'its vector, a JSON array in a file' },
    model: { takes: 'NAME', read: text, about: 'the model that made the vector' },
  },
  examples: [
    {
      line: 'loci add garden tomatoes "Water at dawn, see [[garden:drip line]]." --ts 2024-05-04',
      prints: ['added garden:tomatoes (revision 1)'],
    },
    {
      line: 'loci add garden "drip line" "Runs for 20 minutes, valve 2." --ts 2024-05-05',
      prints: ['added garden:drip line (revision 2)'],
    },
    {
      line: 'echo "Sow after the last frost." | loci add garden peas - --owner me --ts 2024-03-01',
      prints: ['added garden:peas (revision 3)'],
    },
  ],
  shape: {
    category: 'string',
    name: 'string',
    ts: 'string',
    action: 'added | updated',
    revision: 'number',
    warnings: WARNINGS,
  },
  async run(context) {
    const { values, words, withMemory } = context;
    requireWords(words, { least: 2, most: 3, wanted: WANTED, command: 'add' });
    const [category, name] = words;
    const { owner, ts, metadata, embedding, model } = values;
    const item = { category, name, owner, ts, metadata, embedding };
    Object.assign(item, { sourceConv: values['source-conv'], sequence: values.sequence });
    item.content = await contentOf(context);
    const notes = [];
    const data = await withMemory((memory) => {
      const added = memory.add(item, { model });
      const { content } = memory.get(category, name);
      if (content === '') notes.push(`${keyOf(added)} has no text`);
      notes.push(...bareLinkNotes(memory, [content], added.category));
      return added;
    });
    const line = (look) => `${data.action} ${look.key(data)} (revision ${data.revision})`;
    return { data, lines: (look) => [line(look)], notes };
  },
};
