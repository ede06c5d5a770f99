// What must be the same bytes in every runtime: run in each of them by the tests called identical, with
// the job of identical_job.js. It names no runtime and imports nothing. All that goes in and out is JSON,
// so that it passes a file, a page and a request; the bytes of stores are base64.

/**
 * Asks a store, writes to it, asks again.
 * @param {Function} openMemory that of the runtime
 * @param {object} given
 * @param {string} given.bytes what exportBytes() gave elsewhere
 * @param {object} given.job of identical_job.js
 * @param {unknown} given.location an empty store
 * @param {object} [given.options] of openMemory, which this runtime needs
 * @returns {Promise<{asked: string[], askedAgain: string[], exported: string}>}
 */
export async function repliesOf(openMemory, { bytes, job, location, options = {} }) {
  const memory = await openMemory(location, { ...optionsOf(job), ...options });
  await memory.importBytes(fromBase64(bytes));
  const asked = await ask(memory, job.questions);
  await write(memory, job);
  const askedAgain = await ask(memory, job.questions);
  const exported = toBase64(await memory.exportBytes());
  await memory.close();
  return { asked, askedAgain, exported };
}

/**
 * A store that is written from nothing, as its bytes; and how texts are read.
 * @returns {Promise<{written: string, scaled: string, twins: string[], evidence: string[],
 *   palace: string[], tokens: string}>} `evidence`, `palace`: the replies of that face
 */
export async function storeOf(openMemory, { job, options = {} }) {
  const memory = await openMemory(':memory:', { ...optionsOf(job), ...options });
  await write(memory, job);
  const written = toBase64(await memory.exportBytes());
  const twins = new Set();
  for (let i = 0; i < job.runs; i++) {
    twins.add(JSON.stringify(await memory.retrieve(job.twins, { explain: true })));
  }
  const evidence = await askEvidence(memory, job);
  const palace = await askPalace(memory, job);
  await memory.putEmbeddings(job.scaled, { model: job.model });
  const scaled = toBase64(await memory.exportBytes());
  const tokens = JSON.stringify(await memory.tokenize(job.text));
  await memory.close();
  return { written, scaled, twins: [...twins], evidence, palace, tokens };
}

async function askEvidence({ evidence }, { events, model, evidence: calls }) {
  await evidence.saveMany(events.map(withVector), { model });
  const walk = new EvidenceWalk();
  for (const [method, ...args] of calls) {
    const name = method[8].toLowerCase() + method.slice(9); // evidenceSearch -> search
    const given = walk.complete(method, args);
    if (given) walk.take(method, await evidence[name](...given));
  }
  return walk.replies;
}

async function askPalace({ palace }, { drawers, closets, model, palace: calls }) {
  await palace.addDrawers(drawers.map(withVector), { model });
  for (const closet of closets) await palace.addCloset(withVector(closet), { model });
  const replies = [];
  for (const [method, ...args] of calls) {
    replies.push(JSON.stringify(await palace[method](...args.map(withVectors))));
  }
  return replies;
}

/** The same for an argument that may be of any kind. */
export const withVectors = (given) => (given instanceof Object ? withVector(given) : given);

/**
 * Goes on from each search: fills the cursor of the last reply, and what to follow from it, into the
 * calls behind. In the replies that it keeps, cursors have no mark of the memory that gave them.
 */
export class EvidenceWalk {
  replies = [];
  #last; // reply with a cursor

  /** The arguments of the next call; nothing where there is nothing to go on from. */
  complete(method, [request, options]) {
    if (method !== 'evidenceExpand' && method !== 'evidenceNearby') {
      return options ? [request, withVector(options)] : [request];
    }
    if (!this.#last) return undefined;
    const { cursor, events, concepts } = this.#last;
    const follow =
      method === 'evidenceExpand' ? { concept_id: concepts[0].id } : { event_id: events.at(-1).id };
    return [{ ...request, cursor, ...follow }, options];
  }

  take(method, reply) {
    if (method === 'evidenceSearch') this.#last = reply.cursor ? reply : undefined;
    this.replies.push(JSON.stringify(reply).replace(/(cursor_[0-9]+)_[0-9a-f]{16}/, '$1'));
  }
}

function optionsOf({ dictionary, now }) {
  const encode = (text) => new TextEncoder().encode(text);
  const { words, user } = dictionary;
  return { clock: () => now, dictionary: { words: encode(words), user: encode(user) } };
}

async function ask(memory, questions) {
  const replies = [];
  for (const [query, options] of questions) {
    replies.push(JSON.stringify(await memory.retrieve(query, withVector(options))));
  }
  return replies;
}

async function write(memory, { items, removed, single, model }) {
  await memory.addMany(items.map(withVector), { model });
  for (const { category, name } of removed) await memory.remove(category, name);
  await memory.add(withVector(single), { model });
}

/** The same, with its vectors as floats. */
export function withVector(given) {
  const floats = {};
  for (const name of ['embedding', 'summaryEmbedding']) {
    if (given[name]) floats[name] = Float32Array.from(given[name]);
  }
  return { ...given, ...floats };
}

export const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

export const toBase64 = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
