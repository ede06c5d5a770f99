// `loci evidence --interactive`: a prompt on a terminal, or a line at a time from a pipe.
//
// Answers go to stdout as they come, slips and warnings to stderr; with JSON all goes to stdout, a line
// for each.
//
// Tested by tests/js/cli_evidence_talk.test.js.

import { createInterface } from 'node:readline';

import { MemoryError } from '../errors.js';
import { sentenceFor } from './errors.js';
import { nothingIn, replyPage } from './evidence_page.js';
import { Talk } from './evidence_talk.js';
import { jsonLine } from './json.js';
import { write } from './output.js';
import { fit, visible } from './terminal.js';

const PROMPT = '? ';
const GREETING = 'A question a line; `help` tells more, `quit` ends.\n';
const NAMES = 12; // cells of the first column of the help

const NEXT = {
  events: 'next: `read N`, `nearby N`, `expand N`, or another question',
  nothing: 'next: other words, or `reset` to be given again what was given',
};

function linesOf({ reply, seen, done, help }, { look, values }) {
  if (help) return help.map(([left, right]) => fit(left, NAMES) + right);
  if (done) return [done];
  if (seen) return seen.length > 0 ? seen.map(seenLine) : ['nothing was given so far'];
  if (typeof reply.text === 'string') return replyPage(reply, { look, ...values });
  if (reply.events.length > 0) {
    return [...replyPage(reply, { look, ...values }), '', ...look.aside(NEXT.events)];
  }
  return [nothingIn(reply, values.language ?? 'en'), ...look.aside(NEXT.nothing)];
}

const seenLine = ({ id, summary }) =>
  visible(`${id}  ${summary.split(/\r\n|\r|\n/, 1)[0]}`.trimEnd());

const dataOf = ({ reply, help, ...others }) =>
  reply ?? (help ? { help: help.map(([left, right]) => `${left}: ${right}`) } : others);

async function tell(answer, context) {
  const { output, errors, json } = context;
  if (json) return write(output, jsonLine(dataOf(answer)));
  const lines = linesOf(answer, context);
  await write(output, [...lines, ''].map((line) => `${line}\n`).join(''));
  const warnings = answer.reply?.warnings ?? [];
  const notes = warnings.map(({ message }) => `loci: warning: ${visible(message)}\n`);
  return notes.length > 0 ? write(errors, notes.join('')) : undefined;
}

async function tellError(error, { output, errors, json }) {
  const message = sentenceFor(error);
  if (!json) return write(errors, `loci: ${visible(message)}\n`);
  const { code, detail } = error;
  return write(output, jsonLine({ error: { code, message, ...(detail && { detail }) } }));
}

/** One answer; false where that is the end. Counts what could not be done. */
async function take(line, talk, context, failures) {
  try {
    const answer = talk.answer(line);
    if (answer?.quit) return false;
    if (answer) await tell(answer, context);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    failures.push(error);
    await tellError(error, context);
  }
  return true;
}

/**
 * Talks until the lines end, or `quit`. Resolves to the exit status: 'failed' where a line of a pipe
 * could not be done, 'nothingFound' where nothing was given.
 */
export async function converse(memory, context) {
  const { input, output, errors, values } = context;
  const isPerson = Boolean(input.isTTY);
  const lines = createInterface({
    input,
    ...(isPerson && { output, prompt: PROMPT, terminal: true }),
  });
  const talk = new Talk(memory.evidence, values);
  const failures = [];
  if (isPerson) errors.write(GREETING);
  if (isPerson) lines.prompt();
  let isEnded = true; // by the end of the lines
  for await (const line of lines) {
    isEnded = await take(line, talk, context, failures);
    if (!isEnded) break;
    if (isPerson) lines.prompt();
  }
  lines.close();
  if (isPerson && isEnded) errors.write('\n');
  if (isPerson) return 'done';
  if (failures.length > 0) return 'failed';
  return talk.asked > 0 && talk.gave === 0 ? 'nothingFound' : 'done';
}
