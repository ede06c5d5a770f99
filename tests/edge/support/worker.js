// Runs checks of tests/edge inside of workerd. A check is a function that a module exports:
// (object, arguments) => result, where `object` is the Durable Object that it runs in; results cross as
// JSON, and so do errors, by name, code, message and detail.

import { DurableObject } from 'cloudflare:workers';

/** The Durable Object class that offers `checks`. */
export function objectOf(checks) {
  return class extends DurableObject {
    /** Whatever a check keeps for the next one in the same instance. */
    kept = {};

    get storage() {
      return this.ctx.storage;
    }

    async fetch(request) {
      const { name, args } = await request.json();
      try {
        const result = await checks[name](this, args);
        return Response.json({ result: result ?? null });
      } catch (error) {
        return Response.json({ error: plainError(error) });
      }
    }
  };
}

function plainError({ name, code, message, detail, stack }) {
  return { name, code, message, detail, stack };
}

/** Sends each request to the object that its path names. */
export const router = {
  fetch(request, env) {
    const name = new URL(request.url).pathname.slice(1);
    return env.OBJECTS.get(env.OBJECTS.idFromName(name)).fetch(request);
  },
};
