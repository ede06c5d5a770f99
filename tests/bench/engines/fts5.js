// SQLite FTS5 as sqlite-wasm ships it, in memory, its own BM25 rank. A question becomes its words
// (its trigrams for that tokenizer), each quoted, joined by OR; the text comes back with the row.
// Rows go in by one prepared INSERT in one transaction.
import sqlite3Init from '@sqlite.org/sqlite-wasm';

const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

const words = (question) => question.match(WORD) ?? [];

function trigrams(question) {
  return words(question).flatMap((word) => {
    const characters = [...word];
    return characters.slice(2).map((_, i) => characters.slice(i, i + 3).join(''));
  });
}

function insertAll(database, texts) {
  const statement = database.prepare('INSERT INTO memory(rowid, text) VALUES (?, ?)');
  database.exec('BEGIN');
  texts.forEach((text, id) => statement.bind([id, text]).stepReset());
  database.exec('COMMIT');
  statement.finalize();
}

function selectAll(statement, terms, limit) {
  const found = [];
  if (terms.length === 0) return found;
  statement.bind([terms.map((term) => `"${term}"`).join(' OR '), limit]);
  while (statement.step()) found.push({ id: statement.get(0), text: statement.get(1) });
  statement.reset();
  return found;
}

/** `tokenizer`: the FTS5 `tokenize` argument, such as 'unicode61' or 'porter unicode61'. */
export async function create({ tokenizer }) {
  const termsOf = tokenizer === 'trigram' ? trigrams : words;
  const sqlite3 = await sqlite3Init();
  let database;
  let statement;
  const close = () => {
    statement?.finalize();
    database?.close();
  };
  return {
    build(texts) {
      close();
      database = new sqlite3.oo1.DB(':memory:');
      database.exec(`CREATE VIRTUAL TABLE memory USING fts5(text, tokenize = '${tokenizer}')`);
      insertAll(database, texts);
      statement = database.prepare(
        'SELECT rowid, text FROM memory WHERE memory MATCH ? ORDER BY rank LIMIT ?',
      );
    },
    search: (question, limit) => selectAll(statement, termsOf(question), limit),
    heapBytes: () => sqlite3.wasm.memory.buffer.byteLength,
  };
}
