// Events for the tests of the evidence face: a small garden, and memories with clocks of the test's own.

import { openMemory } from 'loci';

export const NOON = Date.UTC(2026, 5, 1, 12);
export const MINUTES = 60_000; // milliseconds

const person = (name) => ({ kind: 'person', name });
const concept = (name) => ({ kind: 'concept', name });

/** Four events of a chapter and two others; all but one mention a concept. */
export const garden = Object.freeze([
  {
    id: 'notes_ch1_e1',
    summary: 'Ada digs the pond',
    content: 'In the morning Ada dug a pond behind the shed. The water came from the river.',
    entities: [person('Ada'), concept('Pond')],
    writtenAt: '2026-01-01T08:00:00Z',
  },
  {
    id: 'notes_ch1_e2',
    summary: 'Bo brings carp for the pond',
    content: 'Bo came with three carp in a bucket and let them into the pond.',
    entities: [person('Bo'), concept('Pond'), concept('Carp')],
    writtenAt: '2026-01-02T08:00:00Z',
  },
  {
    id: 'notes_ch1_e4',
    summary: 'A heron visits',
    content: 'A grey heron stood beside the water and took one carp.',
    entities: [concept('Carp'), concept('Heron')],
    writtenAt: '2026-01-03T08:00:00Z',
  },
  {
    id: 'notes_ch1_e10',
    summary: 'A net is bought',
    content: 'Ada bought a net against the heron.',
    entities: [person('Ada'), concept('Heron')],
    writtenAt: '2026-01-04T08:00:00Z',
  },
  {
    id: 'roses',
    summary: 'The roses bloom',
    content: 'The roses along the wall bloom in June. They need no water.',
    entities: [concept('Roses')],
    writtenAt: '2026-01-05T08:00:00Z',
  },
  {
    id: 'letter',
    summary: '一封信',
    content: '信里说，池塘的水很清，鲤鱼也很好。',
    writtenAt: null,
  },
]);

/** A memory whose two clocks stand still until the test moves them: `time.now`, `time.elapsed`. */
export async function openWithTime(events = [], options = {}) {
  const time = { now: NOON, elapsed: 1_000_000 };
  const memory = await openMemory(':memory:', {
    clock: () => time.now,
    monotonic: () => time.elapsed,
    ...options,
  });
  if (events.length > 0) await memory.evidence.saveMany(events);
  return { memory, evidence: memory.evidence, time };
}

/** So many events about one thing, each in words of its own. */
export function numbered(count, { word = 'river', prefix = 'event' } = {}) {
  return Array.from({ length: count }, (_, i) => ({
    id: `${prefix}-${i}`,
    summary: `${word} number${i}`,
    content: `The ${word} as it was on day${i}, seen from bridge${i}.`,
    writtenAt: new Date(NOON + i * 1000).toISOString(),
  }));
}

export const ids = ({ events }) => events.map(({ id }) => id);
