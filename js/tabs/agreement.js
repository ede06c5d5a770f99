// What the tabs of one store must agree on to work together.

import { MemoryError } from '../errors.js';
import { FORMAT, PROTOCOL } from './protocol.js';

/** The options that must be the same in all of them, with the defaults of contract(). */
export function agreedOptions({
  profile = 'default',
  durability = 'full',
  segmenter = 'auto',
  forms = profile === 'reference' ? 'off' : 'grams',
}) {
  return { profile, durability, segmenter, forms };
}

/** Whether a message comes from a tab with an older Loci, which makes way for this one. */
export const isOlder = ({ protocol, format }) => protocol < PROTOCOL || format < FORMAT;
/** The other way round. */
export const isNewer = ({ protocol, format }) => protocol > PROTOCOL || format > FORMAT;

/** Why this tab cannot follow who says `lead`: a MemoryError, or nothing. */
export function disagreementWith(lead, options) {
  if (isNewer(lead)) {
    const what = 'a later version of Loci has this memory open in another tab; reload this page';
    return new MemoryError('unsupported_format', what);
  }
  const own = agreedOptions(options);
  const name = Object.keys(own).find((option) => own[option] !== lead.options[option]);
  if (name === undefined) return undefined;
  return new MemoryError(
    'options_mismatch',
    `another tab has this memory open with ${name} '${lead.options[name]}', not '${own[name]}';` +
      ' open it with the same, or close the other tab',
  );
}
