// The words around a reply, in each language that evidence_text.js writes.

const range = ([start, end]) => `[${start}, ${end})`;

const KINDS_ZH = { person: '人物', concept: '概念' };

const REASONS_EN = {
  no_query_terms: 'the question holds no word to search for',
  no_match: 'nothing matches',
  nothing_new: 'all that matches was given in this session already, or is excluded',
  chain_exhausted: 'the 20 events of this cursor are used up; search again',
};

const REASONS_ZH = {
  no_query_terms: '问题中没有可检索的词',
  no_match: '没有匹配的记录',
  nothing_new: '匹配的记录已在本会话中给出，或已被排除',
  chain_exhausted: '此游标的 20 条记录已用完，请重新检索',
};

const NOTES_ZH = {
  check_source: '摘要须对照原文核实。',
  no_causality: '同一概念或相邻位置既不证明因果，也不证明先后。',
  heuristic_scores: '得分是启发式的，只能在同一次答复内比较。',
  empty_proves_nothing: '没有结果不证明没有其事。',
};

const EN = {
  undated: 'undated',
  score: (value) => `score ${value}`,
  summary: 'Summary:',
  mentions: (names) => `Mentions: ${names.join(', ')}`,
  entity: (name, { kind }) => `${name} (${kind})`,
  source: (given, length) => `Source ${range(given)} of ${length}:`,
  quote: (id, given) => `same text as ${id} ${range(given)}`,
  duplicates: (ids) => `Same content: ${ids.join(', ')}`,
  more: 'There is more: use read.',
  concepts: 'Concepts to expand:',
  concept: (name, id, { events }, ids) =>
    `${name} (${id}): ${events} ${events === 1 ? 'event' : 'events'}, here ${ids.join(', ')}`,
  cursor: (cursor) => `Cursor: ${cursor}`,
  notes: 'Notes:',
  note: ({ message }) => message,
  none: (reason) => (reason ? `No events: ${REASONS_EN[reason] ?? reason}.` : 'No events.'),
  warning: ({ message }) => `Warning: ${message}`,
  error: ({ code, message }) => `Error ${code}: ${message}`,
  text: (given, total) => `Text ${range(given)} of ${total}:`,
  next: (start) => `Read on from ${start}.`,
  end: 'This is the end.',
};

const ZH = {
  undated: '无日期',
  score: (value) => `得分 ${value}`,
  summary: '摘要：',
  mentions: (names) => `涉及：${names.join('、')}`,
  entity: (name, { kind }) => `${name}（${KINDS_ZH[kind] ?? kind}）`,
  source: (given, length) => `原文 ${range(given)}，全文 ${length} 字：`,
  quote: (id, given) => `原文同 ${id} ${range(given)}`,
  duplicates: (ids) => `内容相同：${ids.join('、')}`,
  more: '原文更长，请用 read 阅读。',
  concepts: '可展开的概念：',
  concept: (name, id, { events }, ids) =>
    `${name}（${id}）：共 ${events} 条记录，此处 ${ids.join('、')}`,
  cursor: (cursor) => `游标：${cursor}`,
  notes: '说明：',
  note: ({ code, message }) => NOTES_ZH[code] ?? message,
  none: (reason) => (reason ? `没有记录：${REASONS_ZH[reason] ?? reason}。` : '没有记录。'),
  warning: ({ message }) => `警告：${message}`,
  error: ({ code, message }) => `错误 ${code}：${message}`,
  text: (given, total) => `原文 ${range(given)}，全文 ${total} 字：`,
  next: (start) => `从 ${start} 继续阅读。`,
  end: '已到结尾。',
};

/** The words of a language by its BCP 47 tag: Chinese, and English for every other. */
export const wordsFor = (language) => (/^zh(-|$)/i.test(language) ? ZH : EN);
