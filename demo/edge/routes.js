// What can be asked of a memory over HTTP. A route is a method, a path, and one call of the memory: its
// arguments come out of the path, the query and the body as they are, and the memory judges them.
//
// Tested by tests/edge/http_parts.test.js and tests/edge/http.test.js.

import { readJson, readStoreOrJson } from './bodies.js';
import { Refusal } from './errors.js';
import { findRoute } from './paths.js';

const READING = [
  { method: 'POST', pattern: 'retrieve', read: json, answer: retrieve },
  { method: 'GET', pattern: 'items', answer: listItems },
  { method: 'GET', pattern: 'items/:category/:name', answer: getItem },
  { method: 'GET', pattern: 'status', answer: (memory) => memory.status() },
];

/** `creates`: makes an agent that is not there yet. */
const WRITING = [
  { method: 'POST', pattern: 'items', read: json, answer: add, creates: true },
  { method: 'POST', pattern: 'items/batch', read: json, answer: addMany, creates: true },
  { method: 'DELETE', pattern: 'items/:category/:name', answer: remove },
  { method: 'PUT', pattern: 'import', read: imported, answer: importAll, creates: true },
  { method: 'POST', pattern: 'import', read: imported, answer: importAll, creates: true },
];

/** What an agent answers. `isOfAgent`: `open` gives the agent itself, in place of its memory. */
export const ROUTES = [
  ...READING,
  { method: 'GET', pattern: 'export', answer: exportAll },
  ...WRITING,
  { method: 'DELETE', pattern: '', answer: removeAgent, isOfAgent: true },
];

/** What a snapshot answers: it is read, and tells who would write. */
export const SNAPSHOT = [
  ...READING,
  ...WRITING.map((route) => ({ ...route, read: refuseWrite, isRefused: true })),
];

/**
 * Answers a request by one of `routes`. The memory is opened last, so that a request that cannot be
 * answered costs nothing.
 * @param {Request} request
 * @param {string} path behind what names the memory
 * @param {object} how
 * @param {object[]} how.routes
 * @param {object} how.limits as limitsOf() gives them
 * @param {(route: object) => Promise<Memory>} how.open
 */
export async function answer(request, path, { routes, limits, open }) {
  const { route, parameters } = findRoute(routes, request, path);
  const body = await route.read?.(request, limits);
  const query = new URL(request.url).searchParams;
  const memory = await open(route);
  const result = await route.answer(memory, { ...parameters, query, body });
  return result instanceof Response ? result : Response.json(result);
}

function json(request, { MAX_BODY_BYTES }) {
  return readJson(request, MAX_BODY_BYTES);
}

function imported(request, { MAX_IMPORT_BYTES }) {
  return readStoreOrJson(request, MAX_IMPORT_BYTES);
}

function refuseWrite() {
  throw new Refusal(403, 'read_only', 'a snapshot can only be read; deploy a new one to change it');
}

function retrieve(memory, { body: { query, ...options } }) {
  return memory.retrieve(query, options);
}

function add(memory, { body: { model, ...item } }) {
  return memory.add(item, { model });
}

function addMany(memory, { body: { items, ...options } }) {
  return memory.addMany(items, options);
}

function listItems(memory, { query }) {
  const { limit, offset, ...rest } = Object.fromEntries(query);
  return memory.items({ ...rest, limit: numberOf(limit), offset: numberOf(offset) });
}

const numberOf = (text) => (text === undefined ? undefined : Number(text || NaN));

function getItem(memory, { category, name }) {
  return memory.get(category, name) ?? refuseItem(category, name);
}

function remove(memory, { category, name }) {
  const result = memory.remove(category, name);
  return result.removed ? result : refuseItem(category, name);
}

async function removeAgent(agent) {
  await agent.removeAll();
  return { removed: true };
}

function refuseItem(category, name) {
  throw new Refusal(404, 'unknown_item', `there is no item ${category}:${name}`);
}

function exportAll(memory, { query }) {
  const format = query.get('format') ?? 'sqlite';
  if (format === 'markdown') return { files: memory.exportMarkdown() };
  if (format === 'sqlite') return storeFile(memory.exportBytes());
  throw new Refusal(400, 'invalid_argument', 'format must be sqlite or markdown');
}

function storeFile(bytes) {
  const headers = {
    'content-type': 'application/vnd.sqlite3',
    'content-disposition': 'attachment; filename="memory.loci"',
  };
  return new Response(bytes, { headers });
}

// Markdown is merged into what is there; a store takes the place of all of it.
function importAll(memory, { body, query }) {
  if (body instanceof Uint8Array) return replace(memory, body, query.get('replace') === 'true');
  const { files, ...options } = body;
  return memory.importMarkdown(files, options);
}

function replace(memory, bytes, isWanted) {
  const { items: replaced, damaged } = memory.status();
  if (!isWanted && (replaced > 0 || damaged)) throw notEmpty(replaced);
  try {
    const result = memory.importBytes(bytes);
    return { ...result, items: memory.status().items, replaced };
  } catch (error) {
    const { code, message } = error;
    const isBodysFault = !damaged && ['unsupported_format', 'store_damaged'].includes(code);
    throw isBodysFault ? new Refusal(422, code, message) : error;
  }
}

function notEmpty(count) {
  const held = count === 1 ? '1 item' : `${count} items`;
  const remedy = 'ask with ?replace=true to have this store take the place of all';
  return new Refusal(409, 'not_empty', `this agent holds ${held}: ${remedy}`);
}
