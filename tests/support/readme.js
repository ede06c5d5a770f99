// The README as the tests read it: its sections, and in them each block of code with what it prints.

import { readFileSync } from 'node:fs';

export const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

const HEADING_OR_BLOCK = /^#+ (?<title>[^\n]*)$|^```(?<language>\w*)\n(?<text>.*?)^```$/gms;

/**
 * Every block of code; `output` where a block without a language, what it prints, is behind it.
 * @type {{heading: string, language: string, text: string, output?: string}[]}
 */
export const blocks = [];

let heading = '';
for (const { groups } of readme.matchAll(HEADING_OR_BLOCK)) {
  if (groups.title !== undefined) heading = groups.title;
  else if (groups.language !== '') blocks.push({ heading, ...groups });
  else blocks.at(-1).output = groups.text;
}

/** The one block of a section that is in this language. */
export function blockOf(heading, language) {
  const [block, ...more] = blocks.filter(
    (each) => each.heading === heading && each.language === language,
  );
  if (!block || more.length > 0)
    throw new Error(`README: ${heading} has not one block of ${language}`);
  return block;
}
