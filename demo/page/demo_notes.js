/**
 * The notes that ship with the demo, in demo/memory/wiki. A static server lists no folders, so they
 * are named here; tests/browser/page_parts.test.js compares.
 */
export const DEMO_FILES = Object.freeze([
  'decisions.md',
  'garden.md',
  'places.md',
  'projects.md',
  'reading.md',
  'recipes.md',
  'tools.md',
]);

/** Questions that those notes answer. */
export const EXAMPLES = Object.freeze([
  'how does tidelog avoid lost readings? 潮位 再送',
  '京都 桜',
  'crème brûlée',
  'SQLite backup 备份',
  'retry_with_jitter',
]);
