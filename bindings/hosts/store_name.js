// How a store's name becomes the name of a directory: UTF-8, percent-encoded outside A-Z a-z 0-9
// . _ -, so that each name has a directory of its own, on every file system.
//
// Example: 'notes' is 'notes', 'a/b' is 'a%2Fb', 'é' is '%C3%A9', '..' is '%2E%2E'.
//
// Tested by tests/js/store_name.test.js.

import { HostError } from './codes.js';

const LONGEST = 200; // file systems end at 255
const LEFT_BY_ENCODE = /[!~*'()]/g;
const DOTS_ONLY = /^\.+$/;

const percent = (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** What the hosts reject with where the store `name` is to be read and there is none. */
export function absentStore(name) {
  return new HostError('failed', `there is no store ${name}; to make it, open it without readOnly`);
}

function encode(name) {
  try {
    return encodeURIComponent(name).replace(LEFT_BY_ENCODE, percent);
  } catch (error) {
    throw new HostError('refused', 'a store name must be well-formed text', error);
  }
}

/**
 * The directory name for the store `name`: never '', '.' or '..', at most 200 characters. Throws
 * HostError 'refused' for a name that has none.
 */
export function encodeStoreName(name) {
  if (typeof name !== 'string' || name === '') {
    throw new HostError('refused', 'a store needs a name');
  }
  const encoded = DOTS_ONLY.test(name) ? name.replaceAll('.', percent) : encode(name);
  if (encoded.length <= LONGEST) return encoded;
  throw new HostError(
    'refused',
    `the store name is too long: ${encoded.length} characters when encoded, at most ${LONGEST}`,
  );
}
