// Tested by tests/store/vector_tables_test.cpp.

#include "store/vector_tables.h"

#include <algorithm>

namespace loci {
namespace {

constexpr char kReadStamp[] =
    "SELECT (SELECT value FROM meta WHERE key = 'embedding_model'),"
    " (SELECT value FROM meta WHERE key = 'embedding_width')";

}  // namespace

VectorTables::VectorTables(Connection& connection, int64_t format_version)
    : connection_(&connection),
      tables_{
          {*this, connection, {"item_vector", "item", true, format_version >= 3}},
          {*this, connection, {"event_vector", "event", format_version >= 4, format_version >= 4}},
          {*this, connection, {"chunk_vector", "chunk", format_version >= 4, format_version >= 4}},
          {*this,
           connection,
           {"drawer_vector", "drawer", format_version >= 5, format_version >= 5}},
          {*this,
           connection,
           {"closet_vector", "closet", format_version >= 5, format_version >= 5}}} {}

Result<VectorStamp> VectorTables::stamp() {
  if (!stamp_) {
    LOCI_ASSIGN(row, connection_->prepare(kReadStamp));
    LOCI_TRY(row.step());
    stamp_ = VectorStamp{std::string(row.column_text(0)),
                         static_cast<size_t>(std::max<int64_t>(row.column_int64(1), 0))};
  }
  return *stamp_;
}

// Says what a vector of this width and model adds to the stamp, if anything.
Status VectorTables::complete_stamp(size_t width, std::string_view model) {
  LOCI_ASSIGN(stamp, this->stamp());
  if (stamp.width != 0 && (!stamp.model.empty() || model.empty())) return Ok{};
  stamp_.reset();
  LOCI_ASSIGN(put, connection_->prepare("REPLACE INTO meta VALUES(?1, ?2)"));
  LOCI_TRY(put.bind(1, "embedding_width").bind(2, width).run());
  if (model.empty() || !stamp.model.empty()) return Ok{};
  return put.bind(1, "embedding_model").bind(2, model).run();
}

// A damaged table may hold vectors, and holds the stamp until it is cleared.
Status VectorTables::drop_unused_stamp() {
  for (VectorTable& table : tables_) {
    LOCI_ASSIGN(empty, table.is_empty());
    if (!empty) return Ok{};
  }
  forget();
  return connection_->execute(
      "DELETE FROM meta WHERE key IN ('embedding_model', 'embedding_width')");
}

Result<int64_t> VectorTables::clear() {
  int64_t cleared = 0;
  for (VectorTable& table : tables_) {
    LOCI_ASSIGN(count, table.clear());
    cleared += count;
  }
  return cleared;
}

bool VectorTables::damaged() const {
  return std::any_of(std::begin(tables_), std::end(tables_),
                     [](const VectorTable& table) { return table.damaged(); });
}

Status VectorTables::soundness() const {
  for (const VectorTable& table : tables_) LOCI_TRY(table.soundness());
  return Ok{};
}

void VectorTables::forget() {
  stamp_.reset();
  for (VectorTable& table : tables_) table.forget();
}

void VectorTables::reset() {
  stamp_.reset();
  for (VectorTable& table : tables_) table.reset();
}

}  // namespace loci
