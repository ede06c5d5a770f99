// Events as JSON: one, a list, or one a line. Names in snake_case are taken like those of the library,
// so that what `loci evidence show --json` prints can be saved again.
//
// Tested by tests/js/cli_evidence_save.test.js.

import { CommandError } from './errors.js';

const NAMES = {
  written_at: 'writtenAt',
  summary_embedding: 'summaryEmbedding',
  chunk_embeddings: 'chunkEmbeddings',
};
const DERIVED = ['chunks', 'revision', 'warnings']; // printed, and made anew

const refused = (what) => new CommandError('invalid_json', what);

function eventOf(value, where) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw refused(`${where}: an event is an object like {"summary": "…", "content": "…"}`);
  }
  const fields = Object.entries(value).filter(([name]) => !DERIVED.includes(name));
  return Object.fromEntries(fields.map(([name, field]) => [NAMES[name] ?? name, field]));
}

function parsed(json, where) {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw refused(`${where} is no JSON: ${cause.message.split('\n')[0]}`);
  }
}

/** Whether a text is a value a line: its first line that holds anything is JSON by itself. */
function isLines(json) {
  const [first, ...others] = json.split('\n').filter((line) => line.trim() !== '');
  if (others.length === 0) return false;
  try {
    JSON.parse(first);
    return true;
  } catch {
    return false;
  }
}

function eventsInLines(json, name) {
  const numbered = [...json.split('\n').entries()].filter(([, line]) => line.trim() !== '');
  return numbered.map(([at, line]) => {
    const where = `${name}:${at + 1}`;
    return eventOf(parsed(line, where), where);
  });
}

/** The events in the bytes of a file. `name`: what messages call it. */
export function eventsIn(bytes, name) {
  const json = new TextDecoder().decode(bytes);
  if (json.trim() === '') throw refused(`${name} is empty; it should hold events as JSON`);
  if (isLines(json)) return eventsInLines(json, name);
  const value = parsed(json, name);
  const isList = Array.isArray(value);
  return isList ? value.map((each, at) => eventOf(each, `${name}[${at}]`)) : [eventOf(value, name)];
}
