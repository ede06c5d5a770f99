// A failed checksum may end the whole transaction (SQLite takes back what it cannot go on with), so
// there is no second try in here: what failed is taken back by the caller, who may begin again.
//
// Tested by tests/store/vector_table_test.cpp and tests/engine_vector_damage_test.cpp.

#include "store/vector_table.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/concat.h"
#include "index/vector.h"
#include "store/vector_tables.h"

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

}  // namespace

bool is_vector_damage(const Error& error) noexcept {
  return error.code == ErrorCode::kStoreDamaged && error.detail == kDamageDetail;
}

Status create_vector_table(Connection& connection, std::string_view table) {
  return connection.execute(
      concat({"CREATE TABLE ", table,
              "(id INTEGER PRIMARY KEY, item INTEGER UNIQUE NOT NULL, hash INTEGER NOT NULL,"
              " embedding BLOB NOT NULL)"})
          .c_str());
}

VectorTable::VectorTable(VectorTables& all, Connection& connection, const Place& place)
    : all_(all), connection_(&connection), place_(place) {}

// SQL with the table's name between its two parts.
Result<Statement> VectorTable::prepare(const char* before, const char* after) {
  return connection_->prepare(concat({before, place_.table, after}).c_str());
}

Status VectorTable::prepare_once(Statement& kept, const char* before, const char* after) {
  if (kept) return Ok{};
  return connection_->prepare_once(kept, concat({before, place_.table, after}).c_str());
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

Status VectorTable::put(int64_t owner, uint64_t hash, std::span<const float> vector,
                        std::string_view model) {
  LOCI_TRY(soundness());
  LOCI_TRY(prepare_once(put_, "REPLACE INTO ", "(item, hash, embedding) VALUES(?1, ?2, ?3)"));
  put_.bind(1, owner).bind(2, static_cast<int64_t>(hash)).bind_blob(3, bytes_of(vector));
  LOCI_TRY(note(put_.run()));
  return all_.complete_stamp(vector.size(), model);
}

Status VectorTable::remove(int64_t first, int64_t last) {
  if (!readable()) return Ok{};
  LOCI_TRY(prepare_once(remove_, "DELETE FROM ", " WHERE item >= ?1 AND item <= ?2"));
  LOCI_TRY(note(remove_.bind(1, first).bind(2, last).run()));
  return connection_->changes() == 0 ? Ok{} : all_.drop_unused_stamp();
}

Status VectorTable::move(int64_t first, int64_t last, int64_t to) {
  if (!readable()) return Ok{};
  LOCI_TRY(prepare_once(move_, "UPDATE ", " SET item = item + ?3 WHERE item >= ?1 AND item <= ?2"));
  return note(move_.bind(1, first).bind(2, last).bind(3, to - first).run());
}

Result<int64_t> VectorTable::clear() {
  if (!place_.has_vectors) return 0;
  int64_t cleared = 0;
  if (damaged_) {
    LOCI_TRY(set_aside());
  } else {
    LOCI_TRY(note(connection_->execute(concat({"DELETE FROM ", place_.table}).c_str())));
    cleared = connection_->changes();
  }
  forget();
  LOCI_TRY(all_.drop_unused_stamp());
  return cleared;
}

// What cannot be read cannot be given free either: its pages stay, under another name.
Status VectorTable::set_aside() {
  int64_t tables = 0;
  LOCI_TRY(connection_->read_integer("SELECT count(*) FROM sqlite_schema", tables));
  LOCI_TRY(connection_->rename_table(place_.table, concat({"damaged_vector_", tables})));
  LOCI_TRY(create_vector_table(*connection_, place_.table));
  damaged_ = false;
  return Ok{};
}

Result<bool> VectorTable::find(int64_t owner, std::vector<float>& out) {
  if (!readable()) return false;
  LOCI_TRY(prepare_once(find_, "SELECT embedding FROM ", " WHERE item = ?1"));
  const StatementRun run(find_);
  auto row = find_.bind(1, owner).step();
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
    LOCI_ASSIGN(rows, prepare("SELECT item, embedding FROM ", ""));
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
  LOCI_TRY(note(
      connection_->read_integer(concat({"SELECT count(*) FROM ", place_.table}).c_str(), count)));
  return count;
}

Result<bool> VectorTable::is_empty() {
  if (!readable()) return !place_.has_vectors;
  int64_t found = 0;
  LOCI_TRY(note(connection_->read_integer(
      concat({"SELECT EXISTS(SELECT 1 FROM ", place_.table, ")"}).c_str(), found)));
  return found == 0;
}

Result<VectorStamp> VectorTable::stamp() { return all_.stamp(); }

// An owner gets a new id with each new text, so those that have a vector keep it or go: what was
// found complete stays so, and who asks after every write what is pending need not wait for a look
// at all owners.
Status VectorTable::list(int64_t after, bool all, Show show) {
  if (!place_.has_owners) return Ok{};
  const bool by_vectors = !all && readable();
  const std::string_view owners = place_.owners;
  const std::string missing = by_vectors ? concat({" AND NOT EXISTS (SELECT 1 FROM ", place_.table,
                                                   " WHERE item = ", owners, ".id)"})
                                         : std::string();
  const auto read = [&]() -> Status {
    LOCI_ASSIGN(rows, connection_->prepare(concat({"SELECT id FROM ", owners, " WHERE id > ?1",
                                                   missing, " ORDER BY id"})
                                               .c_str()));
    rows.bind(1, by_vectors ? std::max(after, complete_) : after);
    for (bool first = true;; first = false) {
      LOCI_ASSIGN(row, rows.step());
      if (!row) return Ok{};
      const int64_t owner = rows.column_int64(0);
      if (by_vectors && first && after <= complete_) complete_ = owner - 1;
      if (!show(owner)) return Ok{};
    }
  };
  return by_vectors ? note(read()) : read();
}

Status VectorTable::check(size_t limit, std::vector<std::string>& findings,
                          std::vector<int64_t>& owners, HashOf hash_of) {
  if (!place_.has_vectors) return Ok{};
  LOCI_ASSIGN(stamp, this->stamp());
  LOCI_ASSIGN(rows, prepare("SELECT item, hash, embedding FROM ", " ORDER BY item"));
  std::vector<float> vector;
  while (findings.size() < limit) {
    LOCI_ASSIGN(row, rows.step());
    if (!row) break;
    const int64_t owner = rows.column_int64(0);
    uint64_t hash = 0;
    LOCI_ASSIGN(owned, hash_of(owner, hash));
    read_vector(rows.column_blob(2), vector);
    std::string_view wrong;
    if (vector.empty()) {
      wrong = "is no vector";
    } else if (vector.size() != stamp.width) {
      wrong = "has another width than the store says";
    } else if (!owned) {
      wrong = "is of no ";
    } else if (static_cast<uint64_t>(rows.column_int64(1)) != hash) {
      wrong = "is of another text";
    }
    if (wrong.empty()) continue;
    owners.push_back(owner);
    findings.push_back(concat({"embedding of ", place_.owners, " ", owner, ": it ", wrong,
                               wrong.back() == ' ' ? place_.owners : ""}));
  }
  return Ok{};
}

void VectorTable::reset() {
  forget();
  damaged_ = false;
}

}  // namespace loci
