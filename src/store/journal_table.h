#pragma once

/// The journal: one row for each mutation of an item, numbered by the revision that it made.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/connection.h"

namespace loci {

/// Stored as these numbers.
enum class JournalAction : int { kAdd = 1, kUpdate = 2, kRemove = 3 };

/// The published name of an action: "add", "update", "remove".
std::string_view name_of(JournalAction action) noexcept;

struct JournalEntry {
  int64_t revision = 0;  // from 1, rising; revisions that wrote no item are missing
  int64_t time = 0;      // milliseconds since 1970: when the mutation was made
  JournalAction action = JournalAction::kAdd;
  std::string category;
  std::string name;
  std::optional<std::string> owner;
  std::optional<std::string> source_conv;
};

/// A point in the history of a store, by which that is known again after others may have written.
struct HistoryMark {
  int64_t revision = 0;
  int64_t vector_revision = 0;  // the last that wrote vectors and no text
  int64_t event_revision = 0;   // the last that wrote an event
  int64_t palace_revision = 0;  // the last that wrote to the palace
  std::string lineage;          // what led to `revision`: imports, the last mutation. Never empty
};

/// Counts an import in what takes the place of the store at `replaced`, so that no mark made before
/// it has the lineage of one made after it. Only inside a transaction of `candidate`.
Status count_import(Connection& replaced, Connection& candidate);

class JournalTable {
 public:
  static Result<JournalTable> open(Connection& connection);

  Status append(const JournalEntry& entry);

  /// The last revision of the store, also where that wrote no item; 0 if it was never written.
  Result<int64_t> revision();

  /// Marks the point in the history where `revision` was the last. Its lineage is that of an
  /// earlier mark of this revision if what led to it is the same; it may differ, too, where the
  /// journal was cut since.
  Status mark(int64_t revision, HistoryMark& out);

  /// Up to `limit` entries with a revision above `since`, oldest first.
  Result<std::vector<JournalEntry>> list(int64_t since, int64_t limit);

  /// Cuts all but the newest `keep` entries; the number cut. The revision stays what it is.
  Result<int64_t> trim(int64_t keep);

 private:
  JournalTable() = default;

  Connection* connection_ = nullptr;
  Statement append_;
};

}  // namespace loci
