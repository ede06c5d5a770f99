// From the path of a request to an agent, and to the route that answers.
//
// Tested by tests/edge/http_parts.test.js.

import { Refusal } from './errors.js';

const AGENT = /^\/agents\/([^/]+)(?:\/(.+))?$/;
const ID = /^[a-zA-Z0-9_-][a-zA-Z0-9._-]{0,127}$/;

/**
 * `{id, path}` of `/agents/<id>/<path>`; the path without its first slash, and not yet decoded. It is
 * empty for the agent itself, `/agents/<id>`.
 */
export function agentOf({ pathname }) {
  const [, encoded, path = ''] = AGENT.exec(pathname) ?? [];
  if (encoded === undefined) {
    throw notFound(pathname, 'ask behind /agents/<id>/, as /agents/ada/status');
  }
  const id = decode(encoded);
  if (ID.test(id)) return { id, path };
  const rule = '1 to 128 letters, digits, dots, hyphens and underscores, no dot first';
  throw new Refusal(400, 'invalid_argument', `an agent's id has ${rule}`);
}

/**
 * The route of a path, and what its `:names` stand for.
 * @param {{method: string, pattern: string}[]} routes a pattern is like `items/:category/:name`;
 *   those with `isRefused` are not told of
 * @param {{method: string, url: string}} request
 * @param {string} path the end of its path, which is behind what names the memory
 * @returns {{route: object, parameters: Record<string, string>}}
 */
export function findRoute(routes, { method, url }, path) {
  const segments = path.split('/').map(decode);
  const fitting = routes.filter(({ pattern }) => fits(pattern.split('/'), segments));
  const { pathname } = new URL(url);
  if (fitting.length === 0) throw notFound(pathname, listed(routes, pathname, path));
  const route = fitting.find((one) => one.method === method);
  if (!route) throw notAllowed(fitting, pathname);
  return { route, parameters: parametersOf(route.pattern.split('/'), segments) };
}

const isName = (part) => part.startsWith(':');

function fits(parts, segments) {
  if (parts.length !== segments.length) return false;
  return parts.every((part, i) => (isName(part) ? segments[i] !== '' : part === segments[i]));
}

function parametersOf(parts, segments) {
  const pairs = parts.map((part, i) => [part.slice(1), segments[i]]);
  return Object.fromEntries(pairs.filter((_, i) => isName(parts[i])));
}

function decode(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(400, 'invalid_argument', `in the path, ${segment} is no text in UTF-8`);
  }
}

function listed(routes, pathname, path) {
  const parent = pathname.slice(0, pathname.length - path.length - 1);
  const answered = routes.filter(({ isRefused }) => !isRefused);
  const all = answered.map(({ method, pattern }) => `${method} ${pattern || parent}`).join(', ');
  return `${parent && `behind ${parent} `}there are ${all}`;
}

function notFound(pathname, advice) {
  return new Refusal(404, 'not_found', `there is nothing at ${pathname}; ${advice}`);
}

function notAllowed(routes, pathname) {
  const allow = routes.map(({ method }) => method).join(', ');
  return new Refusal(405, 'method_not_allowed', `${pathname} takes ${allow}`, { allow });
}
