#include "support/store_workload.h"

#include <catch_amalgamated.hpp>
#include <functional>

namespace loci::test {
namespace {

constexpr char kCreate[] = "CREATE TABLE IF NOT EXISTS t(id INTEGER PRIMARY KEY, body TEXT)";

void mix_row(Digest& digest, int64_t id, std::string_view body) {
  mix(digest, std::to_string(id));
  mix(digest, body);
}

}  // namespace

void mix(Digest& digest, std::string_view bytes) {
  digest = (digest ^ std::hash<std::string_view>{}(bytes)) * 0x9e3779b97f4a7c15;
}

Digest digest_of(Connection& db) {
  auto select = db.prepare("SELECT id, body FROM t ORDER BY id");
  if (!select.ok()) {
    REQUIRE(select.error().message.find("no such table") != std::string::npos);
    return kNoTable;
  }
  Digest digest = 1;
  for (;;) {
    auto row = select.value().step();
    REQUIRE(row.ok());
    if (!row.value()) return digest;
    mix_row(digest, select.value().column_int64(0), select.value().column_text(1));
  }
}

std::vector<Action> store_workload(int scale) {
  const int spill = 14'000 * scale;
  return {
      {Step::kTransaction, {{1, 300}, {2, 900}, {3, 4500}}},
      {Step::kTransaction, {{4, spill}, {2, 100}}},
      {Step::kRollback, {{1, -1}, {9, spill}}},
      {Step::kCheckpoint, {}},
      {Step::kTransaction, {{4, -1}, {3, 5000}, {5, 10}}},
      {Step::kTransaction, {{6, spill}, {1, -1}}},
      {Step::kReopen, {}},
      {Step::kTransaction, {{6, spill}}},
      {Step::kTransaction, {{8, 20}}},
      {Step::kFlush, {}},
      {Step::kTransaction, {{7, 3000}, {6, -1}}},
      {Step::kTransaction, {{7, 3001}}},
  };
}

StoreRun::StoreRun(FaultDisk& disk, Durability durability) : disk_(disk), durability_(durability) {
  open();
}

bool StoreRun::open() {
  db_.reset();
  confirm(!moments_.empty());
  auto opened = Connection::open(std::make_unique<FaultHost>(disk_),
                                 {.durability = durability_, .random_seed = ++seed_});
  if (!opened.ok()) return false;
  db_ = std::move(opened.value());
  // Few pages in the cache, so that transactions spill, and a log that is soon moved.
  return db_->execute("PRAGMA cache_size=4; PRAGMA wal_autocheckpoint=8").ok() && create_table();
}

bool StoreRun::create_table() {
  if (!moments_.empty()) return true;
  const size_t begun = disk_.events.size();
  if (!db_->execute(kCreate).ok()) return false;
  remember(begun);
  return true;
}

bool StoreRun::perform(const Action& action) {
  switch (action.step) {
    case Step::kCheckpoint:
      return confirm(db_->checkpoint().ok());
    case Step::kFlush:
      return confirm(db_->flush().ok());
    case Step::kReopen:
      return open();
    default:
      return transact(action);
  }
}

bool StoreRun::transact(const Action& action) {
  auto after = rows_;
  const size_t begun = disk_.events.size();
  auto transaction = Transaction::begin(*db_);
  if (!transaction.ok()) return false;
  for (const Change& change : action.changes) {
    if (!apply(change, after)) return false;
  }
  if (action.step == Step::kRollback) return true;
  if (!transaction.value().commit().ok()) return false;
  rows_ = std::move(after);
  remember(begun);
  return true;
}

bool StoreRun::apply(const Change& change, std::map<int64_t, std::string>& rows) {
  if (change.size < 0) {
    rows.erase(change.id);
    auto erase = db_->prepare("DELETE FROM t WHERE id = ?");
    return erase.ok() && erase.value().bind(1, change.id).run().ok();
  }
  std::string& body = rows[change.id];
  body.clear();
  ++salt_;
  while (static_cast<int>(body.size()) < change.size) {
    body += std::to_string(salt_ * 1'000'003 + static_cast<int64_t>(body.size()));
  }
  body.resize(change.size);
  auto put = db_->prepare("REPLACE INTO t VALUES (?, ?)");
  return put.ok() && put.value().bind(1, change.id).bind(2, body).run().ok();
}

Digest StoreRun::digest() const {
  if (moments_.empty()) return kNoTable;
  Digest digest = 1;
  for (const auto& [id, body] : rows_) mix_row(digest, id, body);
  return digest;
}

void StoreRun::remember(size_t begun) {
  moments_.push_back({kNoTable, begun, disk_.events.size(), kNever});
  moments_.back().digest = digest();
}

/// Marks what is there as safe, where `done`.
bool StoreRun::confirm(bool done) {
  if (done && !moments_.empty() && moments_.back().confirmed == kNever) {
    moments_.back().confirmed = disk_.events.size();
  }
  return done;
}

Digest recover(const DiskFiles& files, bool write_on, bool atomic) {
  FaultDisk disk;
  disk.now = files;
  disk.atomic = atomic;
  auto opened = Connection::open(std::make_unique<FaultHost>(disk), {.random_seed = 77});
  INFO((opened.ok() ? std::string() : opened.error().message));
  REQUIRE(opened.ok());
  Connection& db = *opened.value();
  const Digest digest = digest_of(db);
  auto findings = db.integrity_check(1);
  REQUIRE(findings.ok());
  INFO((findings.value().empty() ? std::string() : findings.value().front()));
  REQUIRE(findings.value().empty());
  if (write_on) {
    REQUIRE(db.execute(kCreate).ok());
    REQUIRE(db.execute("INSERT INTO t VALUES (1000, 'after')").ok());
  }
  return digest;
}

}  // namespace loci::test
