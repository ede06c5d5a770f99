// Opens a store, adds an item and says what came of it, as JSON: {items, mode}, or the error's
// {code, message, detail}.
//
//   add.js LOCATION [OPTIONS as JSON]     with readOnly, nothing is added

import process from 'node:process';
import { openMemory } from 'loci';

const [location, json = '{}'] = process.argv.slice(2);
const options = JSON.parse(json);

async function addOne() {
  const memory = await openMemory(location, options);
  if (!options.readOnly) memory.add({ category: 'note', name: 'added', content: 'kept' });
  const { items } = memory.status();
  memory.close();
  return { items, mode: memory.persistence.mode };
}

const told = await addOne().catch(({ code, message, detail }) => ({ code, message, detail }));
console.log(JSON.stringify(told));
