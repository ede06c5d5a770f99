// How the values of options are read: each function takes the text and the option's name, and gives
// the value or throws a UsageError. What the engine judges by itself (dates, categories) is left to it.
//
// Tested by tests/js/cli_arguments.test.js.

import { readFileSync } from 'node:fs';

import { UsageError, onFiles } from './errors.js';

export const text = (given) => given;

/** A whole number from 0 up. */
export function count(given, name) {
  const number = Number(given);
  if (/^\d+$/.test(given) && Number.isSafeInteger(number)) return number;
  throw new UsageError(`${name} takes a whole number from 0 up, not "${given}"`);
}

/** A number from 0 to 1. */
export function share(given, name) {
  const number = Number(given);
  if (given.trim() !== '' && number >= 0 && number <= 1) return number;
  throw new UsageError(`${name} takes a number from 0 to 1, not "${given}"`);
}

/** One of `words`. */
export function oneOf(...words) {
  return (given, name) => {
    if (words.includes(given)) return given;
    throw new UsageError(`${name} takes ${words.join(' or ')}, not "${given}"`);
  };
}

/** A date; a year or a month is its first moment. */
export function moment(given) {
  const [, year, month = '01'] = /^(\d{4})(?:-(\d{2}))?$/.exec(given) ?? [];
  return year === undefined ? given : `${year}-${month}-01`;
}

/** A JSON object. */
export function jsonObject(given, name) {
  const value = parsed(given, name);
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value;
  throw new UsageError(`${name} takes a JSON object, like '{"page": 3}'`);
}

/** `ID:POSITION`. The id may hold colons. */
export function sequence(given, name) {
  const [, id, position] = /^(.+):(\d+)$/s.exec(given) ?? [];
  if (id === undefined) throw new UsageError(`${name} takes ID:POSITION, like trip:4`);
  return { id, position: Number(position) };
}

/** The vector in a file of JSON, an array of numbers. */
export function vectorFile(path, name) {
  const json = onFiles(`cannot read ${path}`, () => readFileSync(path, 'utf8'));
  const vector = parsed(json, `the file of ${name}`);
  const isVector = Array.isArray(vector) && vector.every((number) => typeof number === 'number');
  if (isVector) return vector;
  throw new UsageError(`the file of ${name} must hold a JSON array of numbers`);
}

function parsed(json, name) {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new UsageError(`${name} is no JSON: ${cause.message.split('\n')[0]}`);
  }
}
