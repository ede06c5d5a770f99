#include <sqlite3.h>

#include <algorithm>
#include <utility>

#include "base/concat.h"
#include "store/connection.h"
#include "store/image.h"
#include "store/memory_host.h"
#include "store/stage.h"
#include "store/vfs.h"

// The whole database: as bytes, replaced by bytes, and checked page by page. Tested by
// tests/store/connection_test.cpp, image_test.cpp and atomic_host_test.cpp.

namespace loci {
namespace {

Failure cannot_read(const Host& host) {
  return fail(ErrorCode::kStorageError, {"the store cannot be read: ", host.last_error()});
}

}  // namespace

Result<std::string> Connection::export_image() {
  if (options_.read_only && host_->size(StoreFile::kWal) > 0) return export_copy();
  LOCI_TRY(checkpoint_unless_damaged());
  const int64_t size = host_->size(StoreFile::kDatabase);
  std::string image(std::max<int64_t>(size, 0), '\0');
  if (size < 0 || host_->read(StoreFile::kDatabase, image.data(), size, 0) != size) {
    return cannot_read(*host_);
  }
  if (size >= kPageSize) clear_wal_flag(image.data());
  return image;
}

/// Where nothing may be written, the log stays beside the database, and only SQLite can read both
/// as one.
Result<std::string> Connection::export_copy() {
  LOCI_ASSIGN(copy, this->copy());
  return copy->export_image();
}

Result<std::unique_ptr<Connection>> Connection::copy() {
  LOCI_ASSIGN(copy, open(std::make_unique<MemoryHost>(), {}));
  LOCI_TRY(copy->copy_from(*this));
  return std::move(copy);
}

Result<std::unique_ptr<Connection>> Connection::copy_unless_log_is_empty() {
  LOCI_TRY(with_reserve(*this, StatusWork([&] { return checkpoint_unless_damaged(); })));
  if (host_->size(StoreFile::kWal) <= 0) return std::unique_ptr<Connection>();
  vfs_->forgive(true);
  auto copied = copy();
  vfs_->forgive(false);
  if (copied.ok() && vfs_->showed_blank()) {  // which is not to be taken for what was stored
    Host& host = copied.value()->host();
    (void)host.write(StoreFile::kDatabase, std::string(kPageSize, '\0').data(), kPageSize, 0);
  }
  return copied;
}

Status Connection::import_image(std::string_view image, PrepareImage prepare) {
  if (in_transaction()) return fail(ErrorCode::kInternal, "an import inside a transaction");
  LOCI_TRY(verify_image(image));
  const ConnectionOptions options = {.random_seed = options_.random_seed + 1};
  LOCI_ASSIGN(candidate, open(std::make_unique<ImageHost>(image), options));
  LOCI_ASSIGN(findings, candidate->integrity_check(1));
  if (!findings.empty()) return fail(ErrorCode::kStoreDamaged, {"the image: ", findings.front()});
  if (prepare) LOCI_TRY(prepare(*candidate));
  return host_->atomic() ? stage_from(*candidate) : copy_from(*candidate);
}

Status Connection::replace_by(Connection& source) {
  if (host_->atomic()) return stage_from(source);
  if (host_->durable()) {
    vfs_->forgive(true);
    return copy_from(source);
  }
  std::swap(host_, source.host_);
  std::swap(vfs_, source.vfs_);
  std::swap(database_, source.database_);
  damage_.reset();
  return Ok{};
}

/// Where the database lacks too much of what the log goes on from, SQLite leaves both as they are.
Status Connection::checkpoint_unless_damaged() {
  if (options_.read_only) return Ok{};
  Status moved = checkpoint();
  const bool damaged = !moved.ok() && moved.error().code == ErrorCode::kStoreDamaged;
  return damaged ? Status(Ok{}) : std::move(moved);
}

/// Pages go from host to host: SQLite would make one commit of them.
Status Connection::stage_from(Connection& source) {
  int64_t pages = 0;
  LOCI_TRY(source.read_integer("PRAGMA page_count", pages));
  return host_status(*host_, stage_database(*source.host_, pages * kPageSize, *host_));
}

/// Copies page by page inside one write transaction of this connection, so that the log or the
/// journal makes it whole or undone, like any other.
Status Connection::copy_from(Connection& source) {
  before_run();
  sqlite3_backup* backup = sqlite3_backup_init(database_, "main", source.database_, "main");
  if (backup == nullptr) return status_of(sqlite3_extended_errcode(database_));
  const int copied = sqlite3_backup_step(backup, -1);
  const int finished = sqlite3_backup_finish(backup);
  return after_run(copied == SQLITE_DONE ? finished : copied);
}

/// SQLite's check makes a finding of whatever it cannot read. A host that fails, perhaps only now,
/// says nothing about the store.
Result<std::vector<std::string>> Connection::integrity_check(int limit) {
  LOCI_TRY(checkpoint_unless_damaged());
  sqlite3_db_release_memory(database_);  // so that pages are read, not remembered
  std::vector<std::string> findings;
  LOCI_TRY(checksum_findings(limit, findings));
  if (damage_) {
    if (findings.empty()) findings.push_back(damage_->message);
    return findings;
  }
  const int64_t failed_before = vfs_->failed_reads();
  const std::string sql = concat({"PRAGMA integrity_check(", limit, ")"});
  LOCI_ASSIGN(statement, prepare(sql.c_str()));
  while (static_cast<int>(findings.size()) < limit) {
    auto has_row = statement.step();
    if (!has_row.ok()) {
      if (has_row.error().code != ErrorCode::kStoreDamaged) return has_row.error();
      findings.push_back(has_row.error().message);
      break;
    }
    if (!has_row.value() || statement.column_text(0) == "ok") break;
    findings.emplace_back(statement.column_text(0));
  }
  if (vfs_->failed_reads() != failed_before) return cannot_read(*host_);
  return findings;
}

/// Verifies all pages on the medium, also those that no tree reaches. With a log that could not be
/// moved into the database, pages of the database may rightly be torn: then there is nothing to
/// say.
Status Connection::checksum_findings(int limit, std::vector<std::string>& findings) {
  const int64_t log_size = host_->size(StoreFile::kWal);
  if (log_size > 0) return Ok{};
  const int64_t size = host_->size(StoreFile::kDatabase);
  if (log_size < 0 || size < 0) return cannot_read(*host_);
  unsigned char page[kPageSize];
  for (int64_t at = 0; at < size && static_cast<int>(findings.size()) < limit; at += kPageSize) {
    const int64_t got = host_->read(StoreFile::kDatabase, page, kPageSize, at);
    if (got < 0) return cannot_read(*host_);
    if (got == kPageSize && page_checksum_matches(page)) continue;
    findings.push_back(concat({"page ", at / kPageSize + 1, " fails its checksum"}));
  }
  return Ok{};
}

}  // namespace loci
