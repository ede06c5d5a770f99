// Links that lead nowhere since they name no category, `[[drip line]]`, as other programs write them.
//
// Tested by tests/js/cli.test.js.

const BARE = /(?<!!)\[\[(?=[^[\]:\r\n]+\]\])/g; // behind ! it embeds a file
const NONE = '?'; // no category can be that

/** The names in links without a category; code is none. */
function bareLinks(memory, text) {
  const marked = text.replace(BARE, `[[${NONE}:`);
  if (marked === text) return [];
  const links = memory.parseLinks(marked).filter(({ category }) => category === NONE);
  return links.map(({ name }) => name);
}

/** Sentences about such links in `texts`: one or none. `category`: one they may have meant. */
export function bareLinkNotes(memory, texts, category = 'category') {
  let first;
  let total = 0;
  for (const text of texts) {
    const names = bareLinks(memory, text);
    first ??= names[0];
    total += names.length;
  }
  if (total === 0) return [];
  const which =
    total === 1 ? `[[${first}]] is no link` : `[[${first}]] and ${total - 1} more are no links`;
  return [`${which}: a link names a category, as [[${category}:${first}]]`];
}
