// A memory for each of many agents, over HTTP: `/agents/<id>/…` is the Durable Object of that agent.
// This worker lets in who may ask and finds the object; agent.js is the object.
//
// Tested by tests/edge/http.test.js.

import { authorize } from './authorization.js';
import { discard } from './bodies.js';
import { toResponse } from './errors.js';
import { agentOf, findRoute } from './paths.js';
import { ROUTES } from './routes.js';

export { Agent } from './agent.js';

export default {
  async fetch(request, { LOCI_TOKEN, AGENTS }) {
    try {
      await authorize(request, LOCI_TOKEN);
      const { id, path } = agentOf(new URL(request.url));
      findRoute(ROUTES, request, path); // no object is woken for what it would refuse
      return await AGENTS.get(AGENTS.idFromName(id)).fetch(request);
    } catch (error) {
      await discard(request);
      return toResponse(error);
    }
  },
};
