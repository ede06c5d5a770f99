/** The line that tells where the notes are kept, how safely, and how much room there is. */

import { byId, h } from './dom.js';
import { countsOf } from './memory.js';
import { bytes, heldInWords } from './words.js';

const MODES = {
  opfs: 'Kept in this browser',
  indexeddb: 'Kept in this browser, in IndexedDB',
  memory: 'Only in this tab: gone when it closes',
};

const ROLES = {
  leader: 'this tab writes, others ask it',
  follower: 'another tab writes for this one',
  sole: 'this tab alone uses it',
  snapshot: 'a read-only picture of it, as another tab holds the store',
};

async function roomInWords() {
  const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return quota ? `${bytes(usage)} of ${bytes(quota)} used` : undefined;
}

const safety = ({ mode, persisted }) => {
  if (mode === 'memory') return undefined;
  return persisted
    ? 'the browser has promised to keep it'
    : 'the browser may clear it when the disk is full';
};

/** Shows where `memory` is kept. */
export async function showStatus(memory) {
  const [status, room] = await Promise.all([memory.status(), roomInWords()]);
  const { persistence } = memory;
  const { mode, reason, role, durability } = persistence;
  byId('status-lamp').className = `lamp is-${mode === 'memory' ? 'fleeting' : 'kept'}`;
  byId('status-mode').textContent = MODES[mode] ?? mode;
  const held = heldInWords(countsOf(status));
  byId('status-count').textContent = `${held}, ${bytes(status.storeBytes)}`;
  const rows = [
    ['Where', `${MODES[mode] ?? mode} (${mode})`],
    ['Why there', reason],
    ['Role', ROLES[role] ? `${role}: ${ROLES[role]}` : role],
    ['Safety', safety(persistence)],
    [
      'Writing',
      `${durability}: ${durability === 'full' ? 'a note is on disk when it says so' : 'a power cut may take the last notes'}`,
    ],
    ['Room', room],
  ];
  byId('status-facts').replaceChildren(
    ...rows
      .filter(([, value]) => value)
      .map(([key, value]) => h('div', {}, h('dt', {}, key), h('dd', {}, value))),
  );
}
