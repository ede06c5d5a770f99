// A batch on a host that takes a transaction as a whole, so that it is committed in parts.

import { BufferHost } from './buffer_host.js';
import { openOnHost } from './open_on_host.js';

/** Takes commits as wholes, as far as nothing fails. */
class WholeHost extends BufferHost {
  atomic = true;
  durable = false;

  beginCommit() {
    return 0;
  }

  commit() {
    return 0;
  }
}

/** What addMany() answers for more items than one part holds. */
export async function addInParts() {
  const memory = await openOnHost(new WholeHost());
  const items = Array.from({ length: 101 }, (_, i) => ({
    category: 'notes',
    name: `n${i}`,
    content: 'river',
  }));
  const result = memory.addMany(items);
  memory.close();
  return result;
}
