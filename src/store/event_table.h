#pragma once

/// The events of the evidence face in the store, with their chunks. No rules and no ranking: rows
/// in, rows out. What they mention is in store/entity_table.h.
///
/// A store of a format before 4, which is only read, has no events.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "store/connection.h"
#include "store/event.h"
#include "text/chunks.h"

namespace loci {

/// The row of a chunk, by which vectors belong to it: its event's id and its number, from 0. No
/// text of 16 MiB has more than kMostChunks.
inline constexpr int64_t kMostChunks = 1 << 16;
constexpr int64_t chunk_id(int64_t event, int64_t number) { return event * kMostChunks + number; }
constexpr int64_t event_of_chunk(int64_t chunk) { return chunk / kMostChunks; }
constexpr int64_t number_of_chunk(int64_t chunk) { return chunk % kMostChunks; }

/// An event without what it mentions. The views live until the visitor returns.
struct EventText {
  int64_t id;
  std::string_view name;
  std::optional<std::string_view> written_at;
  std::string_view summary;
  std::string_view content;
  bool has_chunks;  // also where there is no content, and so nothing to cut
};

class EventTable {
 public:
  /// `connection` must outlive the table. Statements are compiled when they are first needed.
  EventTable(Connection& connection, int64_t format_version);

  /// Writes an event, without its mentions, under its id and with the chunks of its content. Its
  /// name must be free. Only inside a transaction, as all that writes.
  Status insert(const Event& event);
  Status set_written_at(int64_t id, const std::optional<std::string>& written_at);
  /// Cuts the content into chunks, of which the event has none.
  Status insert_chunks(int64_t id, std::string_view content);
  /// Removes an event and its chunks, not its mentions.
  Status remove(int64_t id);

  /// The id of the event that callers know by `name`.
  Result<std::optional<int64_t>> find(std::string_view name);
  /// The event `id`, which must exist, without its entities: Store::event() gives those, too.
  Result<Event> get(int64_t id);
  /// Shows the event `id` without a copy of its texts; false where there is none.
  using Visit = FunctionRef<Status(const EventText& event)>;
  Result<bool> show(int64_t id, Visit visit);

  /// Shows every event with an id above `after`, in order of id, until one visit fails.
  Status scan(int64_t after, Visit visit);

  /// Shows the id and the date of every event, in no order. Reads no texts.
  using VisitDate = FunctionRef<void(int64_t id, std::optional<std::string_view> written_at)>;
  Status each_date(VisitDate visit);

  /// Shows the events with lower <= name < upper, in order of the bytes of their names. Reads no
  /// texts.
  using VisitName = FunctionRef<void(int64_t id, std::string_view name)>;
  Status each_name(std::string_view lower, std::string_view upper, VisitName visit);

  Result<int64_t> count();
  /// Events whose summary is not empty.
  Result<int64_t> summary_count();
  Result<int64_t> chunk_count();

  /// The chunks of an event in order; none for an event without content, or of an older store.
  Result<std::vector<ChunkRange>> chunks(int64_t id);

 private:
  Result<int64_t> read_count(const char* sql);
  static EventText read_text(const Statement& row);

  Connection* connection_;
  bool present_;
  Statement insert_;
  Statement insert_chunk_;
  Statement remove_;
  Statement remove_chunks_;
  Statement find_;
  Statement show_;
  Statement chunks_;
};

}  // namespace loci
