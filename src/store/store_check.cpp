// What the store finds wrong with itself. Tested by tests/store/store_test.cpp and
// tests/store/store_check_test.cpp.

#include "base/concat.h"
#include "base/content_hash.h"
#include "base/json.h"
#include "base/utf8.h"
#include "store/row_rules.h"
#include "store/store.h"

namespace loci {
namespace {

using Findings = std::vector<std::string>;

Status check_rows(Connection& connection, const RowRule& rule, size_t limit, Findings& findings) {
  const std::string sql =
      concat({"SELECT ", rule.finding, " FROM ", rule.table, " WHERE ", rule.broken});
  LOCI_ASSIGN(statement, connection.prepare(sql.c_str()));
  while (findings.size() < limit) {
    LOCI_ASSIGN(row, statement.step());
    if (!row) break;
    findings.emplace_back(statement.column_text(0));
  }
  return Ok{};
}

Status check_json(Connection& connection, const JsonRule& rule, size_t limit, Findings& findings) {
  LOCI_ASSIGN(statement, connection.prepare(rule.sql));
  while (findings.size() < limit) {
    LOCI_ASSIGN(row, statement.step());
    if (!row) break;
    if (is_json_object(statement.column_text(1))) continue;
    findings.push_back(concat({rule.what, statement.column_int64(0), rule.finding}));
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

// Where the text of an owner stands whose vector is checked: all of it in one column, or a name and
// a content.
struct VectorCheck {
  VectorTable& (VectorTables::*table)();
  const char* text;
  bool named = false;
};
constexpr VectorCheck kVectorChecks[] = {
    {&VectorTables::items, "SELECT content, name FROM item WHERE id = ?1", true},
    {&VectorTables::events, "SELECT summary FROM event WHERE id = ?1"},
    {&VectorTables::drawers, "SELECT text FROM drawer WHERE id = ?1"},
    {&VectorTables::closets, "SELECT text FROM closet WHERE id = ?1"},
};

}  // namespace

Result<Findings> Store::check(int most) {
  LOCI_ASSIGN(findings, connection_->integrity_check(most));
  if (stand_in_ && findings.empty()) findings.push_back(damage_->message);
  if (!findings.empty()) return findings;
  const auto limit = static_cast<size_t>(most);
  for (const RowRule& rule : row_rules()) {
    if (rule.since <= format_version_) {
      LOCI_TRY(check_rows(*connection_, rule, limit, findings));
    }
  }
  for (const JsonRule& rule : json_rules()) {
    if (rule.since <= format_version_) {
      LOCI_TRY(check_json(*connection_, rule, limit, findings));
    }
  }
  std::vector<int64_t> misnamed;
  LOCI_TRY(places_->check(limit, findings, misnamed));
  LOCI_TRY(check_chunks(limit, findings));
  LOCI_TRY(check_vectors(limit, findings, /*drop=*/false));
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

Status Store::check_vectors(size_t limit, Findings& findings, bool drop) {
  const auto check = [&](VectorTable& table, VectorTable::HashOf hash_of) -> Status {
    std::vector<int64_t> wrong;
    LOCI_TRY(table.check(limit, findings, wrong, hash_of));
    for (size_t i = 0; drop && i < wrong.size(); ++i) LOCI_TRY(table.remove(wrong[i]));
    return Ok{};
  };
  ChunkHashes hashes(*events_);
  LOCI_TRY(check(chunk_vectors(),
                 [&](int64_t chunk, uint64_t& hash) { return hashes.find(chunk, hash); }));
  for (const VectorCheck& which : kVectorChecks) {
    Statement text;
    LOCI_TRY(check((*vectors_.*which.table)(), [&](int64_t owner, uint64_t& hash) -> Result<bool> {
      LOCI_TRY(connection_->prepare_once(text, which.text));
      const StatementRun run(text);
      LOCI_ASSIGN(row, text.bind(1, owner).step());
      if (!row) return false;
      const std::string_view content = text.column_text(0);
      hash = which.named ? content_hash(text.column_text(1), content) : stable_hash(content);
      return true;
    }));
  }
  return Ok{};
}

}  // namespace loci
