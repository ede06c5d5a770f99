// What the tabs of one store say to each other, and when.
//
// Tabs talk on a BroadcastChannel named as the store; calls and their answers go through a
// MessagePort where a broker can hand one over. All messages are plain objects with a `type`:
//
//   hello    a tab has come, or looks for the leader: {from, protocol, format}
//   waiting  a visible tab follows: {from}; a hidden leader then makes way
//   opening  the next leader opens the store: {epoch}
//   lead     the leader is there, at once, on each hello, and every BEAT: {epoch, from, protocol,
//            format, options, persistence}
//   gone     the leader made way or closed: {epoch}
//   call     of a follower: {to: epoch, from, call: {id, method, args, key, now, progress}}
//   ack      the leader has it: {to: from, id}
//   answer   {to: from, id, result | error}
//   progress of a batch: {to: from, id, value}; the follower says go: {to: epoch, from, id, proceed}
//
// An epoch is the time of a leader's start in milliseconds, above every epoch it has heard of.

/** Raised when a message changes its meaning. Tabs of different protocols do not work together. */
export const PROTOCOL = 2;
/** contract().formatVersion, for tabs that do not load the engine. */
export const FORMAT = 5;

// Milliseconds.
export const BEAT = 1000; // between signs of life
export const LONG_CALL_BEAT = 500; // the same, inside of a long call
export const SILENCE = 5000; // then a leader counts as stuck
export const HIDDEN = 10_000; // then a leader makes way for a visible tab
export const CONNECT = 100; // for a port from the broker, which may be gone with its tab
export const HANDLES = 8000; // for the files of a leader that has just gone
export const STUCK_HANDLES = 1000; // for those of one that was replaced by force
export const GO = 1000; // for a caller's answer to a progress
export const TICK_LATE = 2500; // a tick this late says that we slept, not that the leader did

/** The name of a store's Web Lock and channel. */
export const lockName = (store) => `loci:${store}`;
/** Held beside the lock by one that does not share. No store's own lock has such a name. */
export const exclusiveName = (store) => `loci-exclusive:${store}`;
/** Held while a tab embeds what is pending. */
export const embeddingName = (store) => `loci-embedding:${store}`;
/** Held by the one that replaces a stuck leader. */
export const successionName = (store) => `loci-succession:${store}`;
