// `loci instructions`.
//
// Tested by tests/js/cli_palace.test.js; its examples by tests/js/cli_help.test.js.

import { INSTRUCTION_TOPICS, instructions as textOf } from '../instructions.js';
import { requireWords } from './arguments.js';

export const instructions = {
  name: 'instructions',
  also: ['guide', 'howto', 'prompt'],
  mode: 'read',
  usage: 'instructions [TOPIC]',
  about: 'how an agent works with the palace, to put into its prompt',
  more: [`Topics: ${INSTRUCTION_TOPICS.join(', ')}. No store is opened.`],
  options: {},
  examples: [{ line: 'loci instructions search | head -n 1', prints: ['Search the palace'] }],
  shape: { topic: 'string', text: 'string' },
  async run({ words }) {
    requireWords(words, { most: 1, wanted: 'one topic', command: 'instructions' });
    const [topic = 'search'] = words;
    const text = textOf(topic, 'cli');
    return { data: { topic, text }, raw: text, lines: (look) => look.body(text.trimEnd()) };
  },
};
