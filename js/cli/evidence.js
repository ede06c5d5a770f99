// `loci evidence`: the group of the commands about events, and the conversation.
//
// Tested by tests/js/cli_evidence.test.js and tests/js/cli_evidence_talk.test.js; its examples by
// tests/js/cli_help.test.js.

import { UsageError } from './errors.js';
import { entity } from './evidence_entity.js';
import { converse } from './evidence_interactive.js';
import { read, show } from './evidence_read.js';
import { rm } from './evidence_rm.js';
import { save } from './evidence_save.js';
import { SEARCH_OPTIONS, search } from './evidence_search.js';
import { READ_TEXT, REPLY, WARNINGS } from './shapes.js';
import { text } from './values.js';

const COMMANDS = [save, search, read, show, entity, rm];

const optional = (shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name.replace(/\??$/, '?'), field]),
  );

export const evidence = {
  name: 'evidence',
  also: ['events', 'event', 'facts'],
  mode: 'read',
  usage: 'evidence COMMAND …',
  about: 'events: keep them, find them, quote and follow them',
  more: [
    'An event is a summary, a whole text, and the persons and concepts in it. A search gives four at most, each with the exact piece of text that matters.',
    '--interactive is a conversation: a question a line, on a terminal or from a pipe. What was given is not given again, and answers lead on: `expand N` by a concept, `nearby N` to the neighbours, `read N` into the text; `seen`, `reset`, `help`, `quit`. With --json each answer is one line, one of the fields below for its kind.',
  ],
  options: {
    interactive: { short: 'i', about: 'talk: a question a line' },
    ...SEARCH_OPTIONS,
    session: { takes: 'NAME', read: text, about: 'who asks (default)' },
  },
  commands: COMMANDS,
  examples: [
    {
      line: "printf 'valve\\nvalve\\n' | loci evidence --interactive --json | jq -c '[.events[].id, .reason]'",
      prints: ['["hut_ch01_e01",null]', '["nothing_new"]'],
    },
  ],
  shape: {
    ...optional(REPLY),
    ...optional(READ_TEXT),
    'seen?': [{ id: 'string', summary: 'string' }],
    'done?': 'string',
    'help?': ['string'],
    'error?': 'object',
    'warnings?': WARNINGS,
  },
  async run(context) {
    const { values, withMemory } = context;
    if (!values.interactive) {
      const names = COMMANDS.map(({ name }) => name.split(' ')[1]).join(', ');
      throw new UsageError(`give a command, one of ${names}, or --interactive`, 'evidence');
    }
    return { status: await withMemory((memory) => converse(memory, context)) };
  },
};
