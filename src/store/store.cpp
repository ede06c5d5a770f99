// Tested by tests/store/store_test.cpp.

#include "store/store.h"

#include <algorithm>
#include <utility>

#include "base/json.h"
#include "store/checksum.h"
#include "store/memory_host.h"
#include "store/schema.h"

namespace loci {
namespace {

/// What was not yet moved out of the log is missing in a copy of the database alone.
Failure no_tables() {
  return fail(ErrorCode::kUnsupportedFormat,
              "the store that was given has no tables; was its file copied without its -wal?");
}

}  // namespace

Result<std::unique_ptr<Store>> Store::open(std::unique_ptr<Host> host, ConnectionOptions options) {
  options.open_damaged = true;
  LOCI_ASSIGN(connection, Connection::open(std::move(host), options));
  std::unique_ptr<Store> store(new Store(std::move(connection)));
  LOCI_TRY(store->prepare());
  return store;
}

void Store::forget_tables() {
  items_.reset();
  journal_.reset();
  events_.reset();
  entities_.reset();
  places_.reset();
  drawers_.reset();
  closets_.reset();
  tunnels_.reset();
  vectors_.reset();
  count_revision_ = {};
  stand_in_.reset();
}

void Store::suspend() {
  forget_tables();
  connection_->close();
}

Status Store::resume() {
  LOCI_TRY(connection_->resume());
  Status prepared = prepare();
  if (!prepared.ok()) suspend();
  return prepared;
}

// SQLite's cache is of what the host held before.
Status Store::reopen() {
  suspend();
  return resume();
}

Status Store::begin_stage() {
  Host& host = connection_->host();
  return host_status(host, host.begin_stage());
}

Status Store::end_stage() {
  Host& host = connection_->host();
  return host_status(host, host.end_stage());
}

Status Store::abandon_stage() {
  connection_->rollback();
  (void)connection_->host().abandon_stage();
  return reopen();
}

Status Store::prepare() {
  damage_ = connection_->damage();
  Status prepared = damage_ ? Status(Failure(*damage_)) : prepare_file();
  if (prepared.ok() || prepared.error().code != ErrorCode::kStoreDamaged) return prepared;
  damage_ = prepared.error();
  return prepare_stand_in();
}

Status Store::prepare_file() {
  const bool read_only = connection_->is_read_only();
  LOCI_ASSIGN(version, prepare_schema(*connection_, read_only));
  format_version_ = version;
  if (version < kFormatVersion && !read_only) LOCI_TRY(migrate());
  return prepare_tables(*connection_);
}

// Where all that is known of the store is that it is damaged.
Status Store::prepare_stand_in() {
  forget_tables();
  LOCI_ASSIGN(empty, Connection::open(std::make_unique<MemoryHost>(), {}));
  stand_in_ = std::move(empty);
  LOCI_ASSIGN(version, prepare_schema(*stand_in_, false));
  format_version_ = version;
  return prepare_tables(*stand_in_);
}

// A store that is too damaged for it stays as it is, to be saved.
Status Store::migrate() {
  const auto work = [this] { return migrate_schema(*connection_, format_version_); };
  const auto migration = [&] { return in_transaction(*this, StatusWork(work)); };
  Status migrated = with_reserve(*connection_, StatusWork(migration));
  if (migrated.ok()) {
    format_version_ = kFormatVersion;
  } else if (migrated.error().code == ErrorCode::kStoreDamaged) {
    damage_ = migrated.error();
  } else {
    return migrated;
  }
  return Ok{};
}

Status Store::prepare_tables(Connection& connection) {
  LOCI_ASSIGN(items, ItemTable::open(connection));
  LOCI_ASSIGN(journal, JournalTable::open(connection));
  items_.emplace(std::move(items));
  journal_.emplace(std::move(journal));
  events_.emplace(connection, format_version_);
  entities_.emplace(connection, format_version_);
  places_.emplace(connection, format_version_);
  drawers_.emplace(connection, format_version_);
  closets_.emplace(connection, format_version_);
  tunnels_.emplace(connection, format_version_);
  vectors_.emplace(connection, format_version_);
  return read_revision_or_damage();
}

// The journal counts the revisions. Where it cannot be read, the items' ids tell how far to look.
Status Store::read_revision_or_damage() {
  Status counted = reload_revision();
  if (counted.ok() || counted.error().code != ErrorCode::kStoreDamaged) return counted;
  damage_ = counted.error();
  if (const auto last = items_->last_id(); last.ok()) revision_ = last.value();
  return Ok{};
}

Result<int64_t> Store::put(Item item, std::optional<int64_t> replaced, int64_t now) {
  if (replaced) LOCI_TRY(items_->remove(*replaced));
  item.id = revision_ + 1;
  LOCI_TRY(items_->insert(item));
  LOCI_TRY(journal_->append({item.id, now, replaced ? JournalAction::kUpdate : JournalAction::kAdd,
                             std::move(item.category), std::move(item.name), std::move(item.owner),
                             std::move(item.source_conv)}));
  return ++revision_;
}

Status Store::remove(const Item& item, int64_t now) {
  LOCI_TRY(items_->remove(item.id));
  LOCI_TRY(journal_->append({revision_ + 1, now, JournalAction::kRemove, item.category, item.name,
                             item.owner, item.source_conv}));
  ++revision_;
  return Ok{};
}

Status Store::count_vector_write() { return count_revision("vector_revision"); }

Status Store::count_revision(const char* key) {
  LOCI_TRY(connection_->prepare_once(count_revision_, "REPLACE INTO meta VALUES(?1, ?2)"));
  LOCI_TRY(count_revision_.bind(1, key).bind(2, revision_ + 1).run());
  ++revision_;
  return Ok{};
}

void Store::restore_revision(int64_t revision) {
  if (vectors_) vectors_->forget();
  revision_ = revision;
}

Status Store::reload_revision() {
  vectors_->forget();
  LOCI_ASSIGN(revision, journal_->revision());
  revision_ = revision;
  return Ok{};
}

Result<int64_t> Store::compact(int64_t keep_journal) {
  Connection& connection = *connection_;
  auto cut = with_reserve(connection, [&] {
    return in_transaction(*this, [&] { return journal_->trim(keep_journal); });
  });
  if (!cut.ok()) return cut;
  LOCI_TRY(give_back_pages());
  LOCI_TRY(with_reserve(connection, StatusWork([&] { return connection.checkpoint(); })));
  return cut;
}

// SQLite writes all tables anew for it, and stops where one cannot be read. On an atomic host that
// is one commit: where more is in use than one takes, free pages stay, for later writes.
Status Store::give_back_pages() {
  const bool at_once = connection_->host().atomic();
  if (at_once && connection_->pages_in_use() * kPageSize > kCommitLimit) return Ok{};
  Status done =
      with_reserve(*connection_, StatusWork([&] { return connection_->execute("VACUUM"); }));
  if (done.ok() || done.error().code != ErrorCode::kStoreDamaged) return done;
  return read_texts();
}

// Fails where anything but vectors is damaged.
Status Store::read_texts() {
  int64_t bytes = 0;
  for (const char* sql :
       {"SELECT sum(length(content) + length(coalesce(metadata, ''))) FROM item",
        "SELECT sum(length(name)) FROM journal", "SELECT sum(length(reply)) FROM answer",
        "SELECT sum(length(value)) FROM meta",
        "SELECT sum(length(summary) + length(content)) FROM event", "SELECT sum(end) FROM chunk",
        "SELECT sum(length(folded)) FROM entity", "SELECT sum(position) FROM mention",
        "SELECT sum(length(text)) FROM drawer", "SELECT sum(length(text)) FROM closet",
        "SELECT sum(length(room)) FROM place", "SELECT sum(length(label)) FROM tunnel"}) {
    LOCI_TRY(connection_->read_integer(sql, bytes));
  }
  return Ok{};
}

int64_t Store::byte_size() {
  int64_t bytes = 0;
  for (const StoreFile file : {StoreFile::kDatabase, StoreFile::kWal, StoreFile::kJournal}) {
    bytes += std::max<int64_t>(0, connection_->host().size(file));
  }
  return bytes;
}

// Once the store is replaced, nothing more is asked of a host that may fail.
Status Store::import_bytes(std::string_view bytes, SealImport seal) {
  int64_t revision = 0;
  LOCI_TRY(connection_->import_image(
      bytes, [&](Connection& candidate) { return prepare_import(candidate, seal, revision); }));
  if (connection_->host().atomic()) return reopen();
  vectors_->reset();
  revision_ = revision;
  return Ok{};
}

Status Store::prepare_import(Connection& candidate, SealImport seal, int64_t& revision) {
  auto prepared = prepare_schema(candidate, true);
  if (!prepared.ok() && prepared.error().code == ErrorCode::kReadOnly) return no_tables();
  LOCI_ASSIGN(version, std::move(prepared));
  LOCI_ASSIGN(transaction, Transaction::begin(candidate));
  LOCI_TRY(migrate_schema(candidate, version));
  AnswerTable answers(candidate);
  LOCI_TRY(answers.copy_from(*connection_));
  LOCI_TRY(count_import(*connection_, candidate));
  LOCI_ASSIGN(journal, JournalTable::open(candidate));
  LOCI_ASSIGN(last, journal.revision());
  revision = last;
  if (seal) LOCI_TRY(seal(answers, revision));
  return transaction.commit();
}

}  // namespace loci
