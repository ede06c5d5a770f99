// The worker of demo/edge with agents whose storage can be made to fail, and looked at: a request with
// the header `x-test` is for that.

import worker, { Agent as DemoAgent } from '../../demo/edge/worker.js';
import { FULL, FailingStorage } from './support/failing_storage.js';

export default worker;

/** What a header `x-test: <name>` has done. */
const ORDERS = {
  fill: ({ storage }) => storage.failAfter(0, FULL),
  empty: ({ storage }) => storage.recover(),
  damage: ({ storage }) => {
    storage.sql.exec('UPDATE loci_page SET bytes = zeroblob(4096) WHERE id IN (1, 2)');
  },
  wreck: ({ storage }) => {
    storage.sql.exec('UPDATE loci_page SET bytes = zeroblob(4096)');
  },
  tables: ({ storage }) => tablesOf(storage),
};

export class Agent extends DemoAgent {
  constructor(context, environment) {
    super(context, environment);
    this.storage = new FailingStorage(context.storage);
    Object.defineProperty(this, 'ctx', { value: { storage: this.storage } });
  }

  async fetch(request) {
    const order = ORDERS[request.headers.get('x-test')];
    if (!order) return super.fetch(request);
    await request.arrayBuffer();
    return Response.json({ result: order(this) ?? null });
  }
}

const tablesOf = ({ sql }) =>
  sql
    .exec('SELECT name FROM sqlite_master')
    .toArray()
    .map(({ name }) => name);
