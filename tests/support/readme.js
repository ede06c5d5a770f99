// The README as the tests read it: its sections, and in them each block of code with what it prints.

import { readFileSync } from 'node:fs';

/** The text of a README, that of the repository unless another one is named. */
export const readmeAt = (path = 'README.md') =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

export const readme = readmeAt();

const HEADING_OR_BLOCK = /^#+ (?<title>[^\n]*)$|^```(?<language>\w*)\n(?<text>.*?)^```$/gms;

/**
 * Every block of code of a README; `output` where a block without a language, what it prints, is
 * behind it.
 * @returns {{heading: string, language: string, text: string, output?: string}[]}
 */
export function blocksIn(markdown) {
  const found = [];
  let heading = '';
  for (const { groups } of markdown.matchAll(HEADING_OR_BLOCK)) {
    if (groups.title !== undefined) heading = groups.title;
    else if (groups.language !== '') found.push({ heading, ...groups });
    else found.at(-1).output = groups.text;
  }
  return found;
}

export const blocks = blocksIn(readme);

/** The one block of a section that is in this language. */
export function blockOf(heading, language, among = blocks) {
  const [block, ...more] = among.filter(
    (each) => each.heading === heading && each.language === language,
  );
  if (!block || more.length > 0)
    throw new Error(`README: ${heading} has not one block of ${language}`);
  return block;
}
