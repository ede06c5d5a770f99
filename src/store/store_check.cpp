// What the store finds wrong with itself. Tested by tests/store/store_test.cpp and
// tests/store/store_check_test.cpp.

#include "base/concat.h"
#include "base/content_hash.h"
#include "base/json.h"
#include "base/utf8.h"
#include "store/store.h"

namespace loci {
namespace {

// What SQLite's own check cannot know. Each query gives one line a finding, and asks of what is
// there from one format on.
struct RowCheck {
  int64_t since;
  const char* sql;
};
constexpr RowCheck kRowChecks[] = {
    {1,
     "SELECT 'item ' || id || ': its category or name is empty' FROM item"
     " WHERE category = '' OR name = ''"},
    {1,
     "SELECT 'item ' || id || ': written by a revision that the journal does not know' FROM item"
     " WHERE id > (SELECT max(coalesce((SELECT max(revision) FROM journal), 0),"
     " coalesce((SELECT value FROM meta WHERE key = 'trimmed_revision'), 0)))"},
    {1,
     "SELECT 'item ' || id || ': half a sequence' FROM item"
     " WHERE (sequence_id IS NULL) <> (sequence_position IS NULL)"},
    {1,
     "SELECT 'journal ' || revision || ': an unknown action' FROM journal"
     " WHERE action NOT IN (1, 2, 3)"},
    {4, "SELECT 'event ' || id || ': it has no id for callers' FROM event WHERE name = ''"},
    {4,
     "SELECT 'event ' || id || ': written by a revision that the store does not know' FROM event"
     " WHERE id > coalesce((SELECT value FROM meta WHERE key = 'event_revision'), 0)"},
    {4,
     "SELECT 'entity ' || id || ': its kind, id or name is none' FROM entity"
     " WHERE kind NOT IN (1, 2) OR name = '' OR label = '' OR folded = ''"},
    {4,
     "SELECT 'entity ' || id || ': no event mentions it' FROM entity"
     " WHERE NOT EXISTS (SELECT 1 FROM mention WHERE entity = entity.id)"},
    {4,
     "SELECT 'event ' || event || ': it mentions entity ' || entity || ', and there is none'"
     " FROM mention WHERE NOT EXISTS (SELECT 1 FROM entity WHERE id = mention.entity)"},
    {4,
     "SELECT 'entity ' || entity || ': event ' || event || ' mentions it, and there is none'"
     " FROM mention WHERE NOT EXISTS (SELECT 1 FROM event WHERE id = mention.event)"},
    {4,
     "SELECT 'chunk ' || id || ': it is of no event' FROM chunk"
     " WHERE NOT EXISTS (SELECT 1 FROM event WHERE id = chunk.id / 65536)"},
};

// Where a table holds JSON, of which SQLite here knows nothing.
struct JsonCheck {
  int64_t since;
  const char* sql;
  const char* what;
  const char* finding;
};
constexpr JsonCheck kJsonChecks[] = {
    {1, "SELECT id, metadata FROM item WHERE metadata IS NOT NULL", "item ",
     ": its metadata is no JSON object"},
    {2, "SELECT id, reply FROM answer", "answer ", ": it is no JSON object"},
};

using Findings = std::vector<std::string>;

Status check_rows(Connection& connection, const char* sql, size_t limit, Findings& findings) {
  LOCI_ASSIGN(statement, connection.prepare(sql));
  while (findings.size() < limit) {
    LOCI_ASSIGN(row, statement.step());
    if (!row) break;
    findings.emplace_back(statement.column_text(0));
  }
  return Ok{};
}

Status check_json(Connection& connection, const JsonCheck& check, size_t limit,
                  Findings& findings) {
  LOCI_ASSIGN(statement, connection.prepare(check.sql));
  while (findings.size() < limit) {
    LOCI_ASSIGN(row, statement.step());
    if (!row) break;
    if (is_json_object(statement.column_text(1))) continue;
    findings.push_back(concat({check.what, statement.column_int64(0), check.finding}));
  }
  return Ok{};
}

/// Whether chunks lie side by side or overlap, from the start of a text to its end.
bool cover(const std::vector<ChunkRange>& chunks, size_t code_points) {
  uint32_t end = 0;
  for (const ChunkRange& chunk : chunks) {
    const bool starts_well = chunk.start <= end && (chunk.start < end || end == 0);
    if (!starts_well || chunk.end <= end) return false;
    end = chunk.end;
  }
  return end == code_points;
}

/// The hashes of the chunks of one event after another.
class ChunkHashes {
 public:
  explicit ChunkHashes(EventTable& events) : events_(events) {}

  Result<bool> find(int64_t chunk, uint64_t& hash) {
    if (event_of_chunk(chunk) != event_) LOCI_TRY(read(event_of_chunk(chunk)));
    const auto number = static_cast<size_t>(number_of_chunk(chunk));
    if (number >= hashes_.size()) return false;
    hash = hashes_[number];
    return true;
  }

 private:
  Status read(int64_t event) {
    event_ = event;
    hashes_.clear();
    LOCI_ASSIGN(chunks, events_.chunks(event));
    if (chunks.empty()) return Ok{};
    LOCI_TRY(events_.show(event, [&](const EventText& text) -> Status {
      size_t start = 0;
      size_t at = 0;
      for (const ChunkRange& chunk : chunks) {
        if (chunk.start < at || chunk.end < chunk.start) break;  // another finding says so
        start += utf8::prefix_bytes(text.content.substr(start), chunk.start - at);
        at = chunk.start;
        const std::string_view rest = text.content.substr(start);
        hashes_.push_back(
            stable_hash(rest.substr(0, utf8::prefix_bytes(rest, chunk.end - chunk.start))));
      }
      return Ok{};
    }));
    return Ok{};
  }

  EventTable& events_;
  int64_t event_ = -1;
  std::vector<uint64_t> hashes_;
};

/// Checks the vectors of texts that `sql` finds.
Status check_texts(Connection& connection, VectorTable& vectors, const char* sql, size_t limit,
                   Findings& findings, FunctionRef<uint64_t(const Statement& row)> hash_of) {
  LOCI_ASSIGN(text, connection.prepare(sql));
  return vectors.check(limit, findings, [&](int64_t owner, uint64_t& hash) -> Result<bool> {
    const StatementRun run(text);
    LOCI_ASSIGN(row, text.bind(1, owner).step());
    if (row) hash = hash_of(text);
    return row;
  });
}

}  // namespace

Result<Findings> Store::check(int most) {
  LOCI_ASSIGN(findings, connection_->integrity_check(most));
  if (!findings.empty()) return findings;
  const auto limit = static_cast<size_t>(most);
  for (const RowCheck& check : kRowChecks) {
    if (check.since <= format_version_) {
      LOCI_TRY(check_rows(*connection_, check.sql, limit, findings));
    }
  }
  for (const JsonCheck& check : kJsonChecks) {
    if (check.since <= format_version_) {
      LOCI_TRY(check_json(*connection_, check, limit, findings));
    }
  }
  LOCI_TRY(check_chunks(limit, findings));
  LOCI_TRY(check_vectors(limit, findings));
  return findings;
}

// An event of an older store may have none.
Status Store::check_chunks(size_t limit, Findings& findings) {
  return events_->scan(0, [&](const EventText& event) -> Status {
    if (findings.size() >= limit) return Ok{};
    LOCI_ASSIGN(chunks, events_->chunks(event.id));
    if (chunks.empty() || cover(chunks, utf8::count_code_points(event.content))) return Ok{};
    findings.push_back(concat({"event ", event.id, ": its chunks are not those of its content"}));
    return Ok{};
  });
}

Status Store::check_vectors(size_t limit, Findings& findings) {
  LOCI_TRY(check_texts(
      *connection_, vectors(), "SELECT name, content FROM item WHERE id = ?1", limit, findings,
      [](const Statement& row) { return content_hash(row.column_text(0), row.column_text(1)); }));
  if (format_version_ < 4) return Ok{};
  LOCI_TRY(check_texts(*connection_, event_vectors(), "SELECT summary FROM event WHERE id = ?1",
                       limit, findings,
                       [](const Statement& row) { return stable_hash(row.column_text(0)); }));
  ChunkHashes hashes(*events_);
  return chunk_vectors().check(
      limit, findings, [&](int64_t chunk, uint64_t& hash) { return hashes.find(chunk, hash); });
}

}  // namespace loci
