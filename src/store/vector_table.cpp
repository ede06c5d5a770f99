// A failed checksum may end the whole transaction (SQLite takes back what it cannot go on with), so
// there is no second try in here: what failed is taken back by the caller, who may begin again.
//
// Tested by tests/store/vector_table_test.cpp and tests/engine_vector_damage_test.cpp.

#include "store/vector_table.h"

#include <algorithm>
#include <cstring>

#include "base/concat.h"
#include "base/content_hash.h"
#include "index/vector.h"
#include "store/schema.h"

namespace loci {
namespace {

constexpr char kDamageDetail[] = R"({"part":"embeddings"})";

constexpr char kDamageMessage[] =
    "the stored embeddings are damaged, the texts are not; try again, which leaves the embeddings "
    "alone, and replace them by reembed";

std::string_view bytes_of(std::span<const float> vector) {
  return {reinterpret_cast<const char*>(vector.data()), vector.size_bytes()};
}

// A blob stands anywhere in a page, so its numbers are copied to where floats may stand.
void read_floats(std::string_view blob, std::vector<float>& out) {
  out.resize(blob.size() / sizeof(float));
  if (!out.empty()) std::memcpy(out.data(), blob.data(), out.size() * sizeof(float));
}

// The vector of a row; empty where the blob is none.
void read_vector(std::string_view blob, std::vector<float>& out) {
  read_floats(blob.size() % sizeof(float) == 0 ? blob : std::string_view(), out);
  if (!is_valid_vector(out)) out.clear();
}

constexpr char kReadStamp[] =
    "SELECT (SELECT value FROM meta WHERE key = 'embedding_model'),"
    " (SELECT value FROM meta WHERE key = 'embedding_width')";

constexpr char kListAll[] =
    "SELECT id, category, name, content, ts FROM item WHERE id > ?1 ORDER BY id";
constexpr char kListPending[] =
    "SELECT id, category, name, content, ts FROM item WHERE id > ?1"
    " AND NOT EXISTS (SELECT 1 FROM item_vector WHERE item = item.id) ORDER BY id";

constexpr char kCheckRows[] =
    "SELECT v.item, v.hash, v.embedding, i.name, i.content FROM item_vector v"
    " LEFT JOIN item i ON i.id = v.item";

}  // namespace

bool is_vector_damage(const Error& error) {
  return error.code == ErrorCode::kStoreDamaged && error.detail == kDamageDetail;
}

Result<VectorTable> VectorTable::open(Connection& connection, int64_t format_version) {
  VectorTable table(connection);
  table.present_ = format_version >= 3;
  if (table.present_) LOCI_TRY(table.prepare());
  return table;
}

Status VectorTable::prepare() {
  const std::pair<Statement*, const char*> statements[] = {
      {&put_, "REPLACE INTO item_vector(item, hash, embedding) VALUES(?1, ?2, ?3)"},
      {&remove_, "DELETE FROM item_vector WHERE item = ?1"},
      {&move_, "UPDATE item_vector SET item = ?2 WHERE item = ?1"},
      {&find_, "SELECT embedding FROM item_vector WHERE item = ?1"},
  };
  for (const auto& [statement, sql] : statements) {
    LOCI_ASSIGN(prepared, connection_->prepare(sql));
    *statement = std::move(prepared);
  }
  return Ok{};
}

// Remembers damage, and tells it from that of texts.
Status VectorTable::note(Status status) {
  if (status.ok() || status.error().code != ErrorCode::kStoreDamaged) return status;
  damaged_ = true;
  return soundness();
}

Status VectorTable::soundness() const {
  if (!damaged_) return Ok{};
  return fail(ErrorCode::kStoreDamaged, kDamageMessage, kDamageDetail);
}

Status VectorTable::put(int64_t item, uint64_t hash, std::span<const float> vector,
                        std::string_view model) {
  LOCI_TRY(soundness());
  put_.bind(1, item).bind(2, static_cast<int64_t>(hash)).bind_blob(3, bytes_of(vector));
  LOCI_TRY(note(put_.run()));
  LOCI_ASSIGN(stamp, this->stamp());
  if (stamp.width != 0 && (!stamp.model.empty() || model.empty())) return Ok{};
  return write_stamp({stamp.model.empty() ? std::string(model) : stamp.model, vector.size()});
}

Status VectorTable::remove(int64_t item) {
  if (!readable()) return Ok{};
  LOCI_TRY(note(remove_.bind(1, item).run()));
  if (connection_->changes() == 0) return Ok{};
  LOCI_ASSIGN(empty, is_empty());
  return empty ? drop_stamp() : Ok{};
}

Status VectorTable::move(int64_t from, int64_t to) {
  if (!readable()) return Ok{};
  return note(move_.bind(1, from).bind(2, to).run());
}

Result<int64_t> VectorTable::clear() {
  LOCI_TRY(drop_stamp());
  if (damaged_) {
    LOCI_TRY(set_aside());
    return 0;
  }
  LOCI_TRY(note(connection_->execute("DELETE FROM item_vector")));
  return connection_->changes();
}

// What cannot be read cannot be given free either: its pages stay, under another name.
Status VectorTable::set_aside() {
  LOCI_ASSIGN(tables, connection_->prepare("SELECT count(*) FROM sqlite_schema"));
  LOCI_TRY(tables.step());
  const std::string name = "damaged_vector_" + std::to_string(tables.column_int64(0));
  tables.reset();
  LOCI_TRY(connection_->execute(("ALTER TABLE item_vector RENAME TO " + name).c_str()));
  LOCI_TRY(connection_->execute(kCreateItemVector));
  damaged_ = false;
  return Ok{};
}

Result<bool> VectorTable::find(int64_t item, std::vector<float>& out) {
  if (!readable()) return false;
  const StatementRun run(find_);
  auto row = find_.bind(1, item).step();
  if (!row.ok()) return note(row.take_failure()).take_failure();
  if (!row.value()) return false;
  std::vector<float> vector;
  read_vector(find_.column_blob(0), vector);
  if (vector.empty()) return false;
  out = std::move(vector);
  return true;
}

Status VectorTable::scan(Visit visit) {
  if (!readable()) return Ok{};
  LOCI_ASSIGN(stamp, this->stamp());
  const auto read = [&]() -> Status {
    LOCI_ASSIGN(rows, connection_->prepare("SELECT item, embedding FROM item_vector"));
    std::vector<float> vector;
    for (;;) {
      LOCI_ASSIGN(row, rows.step());
      if (!row) return Ok{};
      read_vector(rows.column_blob(1), vector);
      if (!vector.empty() && vector.size() == stamp.width) visit(rows.column_int64(0), vector);
    }
  };
  return note(read());
}

Result<int64_t> VectorTable::count() {
  if (!readable()) return 0;
  int64_t count = 0;
  LOCI_TRY(note(connection_->read_integer("SELECT count(*) FROM item_vector", count)));
  return count;
}

Result<bool> VectorTable::is_empty() {
  int64_t found = 0;
  LOCI_TRY(note(connection_->read_integer("SELECT EXISTS(SELECT 1 FROM item_vector)", found)));
  return found == 0;
}

Result<VectorStamp> VectorTable::stamp() {
  if (!stamp_) {
    LOCI_ASSIGN(row, connection_->prepare(kReadStamp));
    LOCI_TRY(row.step());
    stamp_ = VectorStamp{std::string(row.column_text(0)),
                         static_cast<size_t>(std::max<int64_t>(row.column_int64(1), 0))};
  }
  return *stamp_;
}

Status VectorTable::write_stamp(const VectorStamp& stamp) {
  stamp_.reset();
  LOCI_ASSIGN(put, connection_->prepare("REPLACE INTO meta VALUES(?1, ?2)"));
  LOCI_TRY(put.bind(1, "embedding_width").bind(2, stamp.width).run());
  if (stamp.model.empty()) return Ok{};
  return put.bind(1, "embedding_model").bind(2, stamp.model).run();
}

// Only where no vector is left.
Status VectorTable::drop_stamp() {
  forget();
  return connection_->execute(
      "DELETE FROM meta WHERE key IN ('embedding_model', 'embedding_width')");
}

// An item gets a new id with each new text, so those that have a vector keep it or go: what was
// found complete stays so, and who asks after every write what is pending need not wait for a look
// at all items.
Status VectorTable::list(int64_t after, bool all, Show show) {
  const bool by_vectors = !all && readable();
  const auto read = [&]() -> Status {
    LOCI_ASSIGN(rows, connection_->prepare(by_vectors ? kListPending : kListAll));
    rows.bind(1, by_vectors ? std::max(after, complete_) : after);
    for (bool first = true;; first = false) {
      LOCI_ASSIGN(row, rows.step());
      if (!row) return Ok{};
      if (by_vectors && first && after <= complete_) complete_ = rows.column_int64(0) - 1;
      if (!show({rows.column_int64(0), rows.column_text(1), rows.column_text(2),
                 rows.column_text(3), rows.column_text(4)})) {
        return Ok{};
      }
    }
  };
  return by_vectors ? note(read()) : read();
}

Status VectorTable::check(size_t limit, std::vector<std::string>& findings) {
  if (!present_) return Ok{};
  LOCI_ASSIGN(stamp, this->stamp());
  LOCI_ASSIGN(rows, connection_->prepare(kCheckRows));
  std::vector<float> vector;
  while (findings.size() < limit) {
    LOCI_ASSIGN(row, rows.step());
    if (!row) break;
    read_vector(rows.column_blob(2), vector);
    const char* wrong = nullptr;
    if (vector.empty()) {
      wrong = "is no vector";
    } else if (vector.size() != stamp.width) {
      wrong = "has another width than the store says";
    } else if (rows.is_null(3)) {
      wrong = "is of no item";
    } else if (static_cast<uint64_t>(rows.column_int64(1)) !=
               content_hash(rows.column_text(3), rows.column_text(4))) {
      wrong = "is of another text";
    }
    if (wrong == nullptr) continue;
    findings.push_back(
        concat({"embedding of item ", std::to_string(rows.column_int64(0)), ": it ", wrong}));
  }
  return Ok{};
}

void VectorTable::forget() {
  stamp_.reset();
  complete_ = 0;
}

void VectorTable::reset() {
  forget();
  damaged_ = false;
}

}  // namespace loci
