#pragma once

/// The one list of error codes: contract() publishes it, and the types are tested against it.

#include <string_view>

namespace loci {

// X(enumerator, published name, when)
#define LOCI_ERROR_CODES(X)                                                                     \
  X(kInvalidArgument, "invalid_argument", "an argument has the wrong type, name or range")      \
  X(kTooLarge, "too_large", "a text or a store is larger than its limit")                       \
  X(kInvalidVector, "invalid_vector", "an embedding is not all finite, or is all 0")            \
  X(kDimensionMismatch, "dimension_mismatch", "an embedding has another width")                 \
  X(kModelMismatch, "model_mismatch", "the stored embeddings are of another model")             \
  X(kUnknownItem, "unknown_item", "an embedding is for an item that is not there")              \
  X(kStaleHash, "stale_hash", "an embedding is for a text that the item no longer has")         \
  X(kNotFound, "not_found", "the palace has no such drawer, room or wing")                      \
  X(kUnknownEvent, "unknown_event", "there is no such event, or not along this cursor")         \
  X(kUnknownConcept, "unknown_concept", "no event along this cursor mentions it")               \
  X(kNoPosition, "no_position", "the event's id names no place in a chapter")                   \
  X(kCursorUnknown, "cursor_unknown", "this session was never given such a cursor")             \
  X(kCursorExpired, "cursor_expired", "the cursor is too old or made way for others")           \
  X(kModelChanged, "model_changed", "the store's embeddings are others by now")                 \
  X(kRecordChanged, "record_changed", "an event along this cursor is not what it was")          \
  X(kEmbedderFailed, "embedder_failed", "the embedder threw, or gave what are no vectors")      \
  X(kEmbedderTimeout, "embedder_timeout", "the embedder did not answer in time")                \
  X(kClosed, "closed", "the memory was closed; open it again")                                  \
  X(kReadOnly, "read_only", "the memory was opened with readOnly, and this call writes")        \
  X(kStoreBusy, "store_busy", "another process or handle holds the store")                      \
  X(kStorageFull, "storage_full", "the host has no room; remove something and try again")       \
  X(kTransactionTooLarge, "transaction_too_large",                                              \
    "more to write at once than the host takes; nothing was written")                           \
  X(kStorageError, "storage_error", "the host failed to read or write")                         \
  X(kStoreDamaged, "store_damaged", "stored bytes are not what was written")                    \
  X(kUnsupportedFormat, "unsupported_format", "not a Loci store, or one of a later version")    \
  X(kOptionsMismatch, "options_mismatch", "another tab has this store open with other options") \
  X(kNotPersisted, "not_persisted", "requirePersistence was asked, and nothing here persists")  \
  X(kOutOfMemory, "out_of_memory", "the engine's memory cannot grow further")                   \
  X(kInternal, "internal", "a fault of Loci's own; please report it")

enum class ErrorCode {
#define LOCI_ENUMERATOR(enumerator, name, when) enumerator,
  LOCI_ERROR_CODES(LOCI_ENUMERATOR)
#undef LOCI_ENUMERATOR
};

/// The published name of a code, such as "invalid_argument".
std::string_view name_of(ErrorCode code) noexcept;

}  // namespace loci
