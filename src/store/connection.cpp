#include "store/connection.h"

#include <sqlite3.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/concat.h"
#include "store/image.h"
#include "store/vfs.h"

// Tested by tests/store/connection_test.cpp, power_cut_native_test.cpp and atomic_host_test.cpp.

namespace loci {
namespace {

// Pages that SQLite keeps in its cache. In memory, where the host's copy is one memcpy away, a
// small cache saves what would be held twice; on a medium it holds the inner pages of the trees.
constexpr char kMemoryCache[] = "PRAGMA cache_size=64";
constexpr char kDurableCache[] = "PRAGMA cache_size=1000";

// Where a page is a row of another database, and many stores share one heap: a megabyte.
constexpr char kAtomicCache[] = "PRAGMA cache_size=256";

// A log that grew beyond this is cut back when SQLite starts it anew.
constexpr char kLogLimit[] = "PRAGMA journal_size_limit=4194304";

// In exclusive mode SQLite would keep the journal's bytes for the next one: memory for nothing.
constexpr char kNoJournalLeft[] = "PRAGMA journal_size_limit=0";

std::string page_size_pragma() { return concat({"PRAGMA page_size=", kPageSize}); }

ErrorCode error_code_of(int code) {
  switch (code & 0xff) {
    case SQLITE_FULL:
      return ErrorCode::kStorageFull;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return ErrorCode::kStoreDamaged;
    case SQLITE_IOERR:
      if (code == SQLITE_IOERR_NOMEM) return ErrorCode::kOutOfMemory;
      return code == SQLITE_IOERR_DATA ? ErrorCode::kStoreDamaged : ErrorCode::kStorageError;
    case SQLITE_CANTOPEN:
    case kCommitFailed:
      return ErrorCode::kStorageError;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return ErrorCode::kStoreBusy;
    case SQLITE_READONLY:
      return ErrorCode::kReadOnly;
    case SQLITE_NOMEM:
      return ErrorCode::kOutOfMemory;
    case SQLITE_TOOBIG:
      return code == kCommitTooLarge ? ErrorCode::kTransactionTooLarge : ErrorCode::kTooLarge;
    default:
      return ErrorCode::kInternal;
  }
}

ErrorCode error_code_of_host(int failure) {
  switch (failure) {
    case kHostTooLarge:
      return ErrorCode::kTransactionTooLarge;
    case kHostFull:
      return ErrorCode::kStorageFull;
    case kHostBusy:
      return ErrorCode::kStoreBusy;
    case kHostReadOnly:
      return ErrorCode::kReadOnly;
    default:
      return ErrorCode::kStorageError;
  }
}

Status open_host(Host& host) {
  const int opened = host.open();
  if (opened == 0) return Ok{};
  const ErrorCode code = error_code_of_host(opened);
  std::string words = host.last_error();
  if (words.empty()) words = concat({"the store cannot be opened: ", name_of(code)});
  return fail(code, std::move(words));
}

constexpr char kNotTaken[] = "the store's host did not take what was to be written";

bool is_damage(const Status& status) {
  return !status.ok() && status.error().code == ErrorCode::kStoreDamaged;
}

/// In our words where SQLite's are those of another failure; null where they fit.
const char* words_of(int code) {
  return code == kCommitTooLarge || code == kCommitFailed ? kNotTaken : nullptr;
}

}  // namespace

Status host_status(const Host& host, int failure) {
  if (failure == 0) return Ok{};
  std::string message = kNotTaken;
  const std::string words = host.last_error();
  if (!words.empty()) message += ": " + words;
  return fail(error_code_of_host(failure), std::move(message));
}

Connection::Connection(std::unique_ptr<Host> host, ConnectionOptions options)
    : host_(std::move(host)), options_(options) {}

Connection::~Connection() { close(); }

Result<std::unique_ptr<Connection>> Connection::open(std::unique_ptr<Host> host,
                                                     ConnectionOptions options) {
  std::unique_ptr<Connection> connection(new Connection(std::move(host), options));
  LOCI_TRY(connection->resume());
  return connection;
}

Status Connection::resume() {
  LOCI_TRY(open_host(*host_));
  host_open_ = true;
  damage_.reset();
  Status opened = open_sound();
  if (options_.open_damaged && is_damage(opened)) opened = open_damaged(opened.error());
  if (!opened.ok()) close();
  return opened;
}

Status Connection::open_sound() {
  LOCI_TRY(check_layout(*host_, /*recovered=*/false));
  make_vfs();
  LOCI_TRY(open_database());
  return configure();
}

/// SQLite gets to see a first page without tables in the place of a damaged one. Where the log
/// holds the first page, it was a checkpoint that was cut off. And where the page is sound, but the
/// tables cannot be told, what SQLite does unasked must do.
Status Connection::open_damaged(const Error& damage) {
  close_database();
  make_vfs();
  vfs_->show_blank_start();
  LOCI_TRY(open_database());
  Status configured = configure();
  if (vfs_->showed_blank() || is_damage(configured)) damage_ = damage;
  return is_damage(configured) ? Status(Ok{}) : std::move(configured);
}

/// Each opening draws other salts, as two processes that write in turn must.
void Connection::make_vfs() {
  const uint64_t seed = options_.random_seed + 2 * openings_++;  // + 1 is for imports
  vfs_ = std::make_unique<Vfs>(*host_,
                               VfsOptions{.read_only = options_.read_only, .random_seed = seed});
}

Status Connection::open_database() {
  const int access =
      options_.read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  LOCI_TRY(status_of(sqlite3_open_v2(kDatabaseName, &database_, access, vfs_->name())));
  sqlite3_extended_result_codes(database_, 1);
  // The bytes of a store may come from anywhere: its schema calls no functions and damages nothing.
  sqlite3_db_config(database_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  int reserved = kChecksumSize;
  LOCI_TRY(
      status_of(sqlite3_file_control(database_, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved)));
  LOCI_TRY(execute(page_size_pragma().c_str()));
  // Exclusive comes first: without shared memory, SQLite opens a log in no other mode.
  // In memory it spares every statement the look for a journal that another owner might have left.
  LOCI_TRY(expect_pragma("PRAGMA locking_mode=EXCLUSIVE", "exclusive"));
  LOCI_TRY(execute("PRAGMA schema_version"));  // reads the first page: recovers, and finds damage
  return vfs_->has_blank_start() ? Status(Ok{}) : check_layout(*host_, /*recovered=*/true);
}

Status Connection::configure() {
  if (host_->atomic()) return configure_atomic();
  return host_->durable() ? configure_durable() : configure_memory();
}

Status Connection::configure_durable() {
  LOCI_TRY(execute(kDurableCache));
  if (options_.read_only) return Ok{};
  const bool full = options_.durability == Durability::kFull;
  LOCI_TRY(execute(full ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL"));
  LOCI_TRY(expect_pragma("PRAGMA journal_mode=WAL", "wal"));
  return execute(kLogLimit);
}

/// Pages that left the cache before their commit would have to be taken without it. Synchronous
/// stays at FULL: with OFF, SQLite would not write in batches.
Status Connection::configure_atomic() {
  LOCI_TRY(execute(kAtomicCache));
  if (options_.read_only) return Ok{};
  LOCI_TRY(execute("PRAGMA cache_spill=OFF"));
  return expect_pragma("PRAGMA journal_mode=MEMORY", "memory");
}

Status Connection::configure_memory() {
  LOCI_TRY(execute(kMemoryCache));
  if (options_.read_only) return Ok{};
  LOCI_TRY(execute("PRAGMA synchronous=OFF"));
  LOCI_TRY(expect_pragma("PRAGMA journal_mode=DELETE", "delete"));
  return execute(kNoJournalLeft);
}

/// Runs a pragma that answers with what is in force afterwards; anything but `answer` is a failure.
Status Connection::expect_pragma(const char* sql, std::string_view answer) {
  LOCI_ASSIGN(statement, prepare(sql));
  LOCI_ASSIGN(has_row, statement.step());
  const std::string got(has_row ? statement.column_text(0) : "nothing");
  if (got == answer) return Ok{};
  return fail(ErrorCode::kInternal, {sql, " answered ", got});
}

Status Connection::execute(const char* sql) {
  // One statement after another, each a run of its own.
  for (const char* rest = sql; *rest != '\0';) {
    sqlite3_stmt* next = nullptr;
    LOCI_TRY(status_of(sqlite3_prepare_v2(database_, rest, -1, &next, &rest)));
    if (next != nullptr) LOCI_TRY(Statement(*this, next).run());
  }
  return Ok{};
}

Result<Statement> Connection::prepare(const char* sql) {
  sqlite3_stmt* statement = nullptr;
  const int code =
      sqlite3_prepare_v3(database_, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  LOCI_TRY(status_of(code));
  return Statement(*this, statement);
}

Status Connection::prepare_once(Statement& kept, const char* sql) {
  if (kept) return Ok{};
  LOCI_ASSIGN(prepared, prepare(sql));
  kept = std::move(prepared);
  return Ok{};
}

Status Connection::read_integer(const char* sql, int64_t& value) {
  LOCI_ASSIGN(statement, prepare(sql));
  LOCI_ASSIGN(row, statement.step());
  if (row) value = statement.column_int64(0);
  return Ok{};
}

Status Connection::begin() {
  LOCI_TRY(execute("BEGIN IMMEDIATE"));
  pages_at_begin_ = pages_in_use();
  return Ok{};
}

Status Connection::commit() {
  Status done = execute("COMMIT");
  if (!done.ok()) rollback();
  return done;
}

void Connection::rollback() {
  // A failure here is reported by whatever comes next: SQLite has left the transaction in any case.
  if (in_transaction()) (void)execute("ROLLBACK");
}

bool Connection::in_transaction() const noexcept { return sqlite3_get_autocommit(database_) == 0; }

int64_t Connection::pages_in_use() {
  int64_t all = 0;
  int64_t free = 0;
  (void)read_integer("PRAGMA page_count", all);
  (void)read_integer("PRAGMA freelist_count", free);
  return all - free;
}

/// A page that is changed goes into the journal as it was; one that is new, or was free, does not.
int64_t Connection::pending_bytes() {
  sqlite3_file* journal = nullptr;
  sqlite3_int64 journaled = 0;
  sqlite3_file_control(database_, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal);
  if (journal != nullptr && journal->pMethods != nullptr) {
    journal->pMethods->xFileSize(journal, &journaled);
  }
  return journaled + std::max<int64_t>(0, pages_in_use() - pages_at_begin_) * kPageSize;
}

Status Connection::checkpoint() {
  return status_of(
      sqlite3_wal_checkpoint_v2(database_, "main", SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr));
}

Status Connection::flush() { return host_status(*host_, host_->flush(StoreFile::kWal)); }

int64_t Connection::last_insert_rowid() const noexcept {
  return sqlite3_last_insert_rowid(database_);
}

int Connection::changes() const noexcept { return sqlite3_changes(database_); }

bool Connection::empty_log() {
  if (options_.read_only || !host_->durable() || in_transaction()) return false;
  if (host_->size(StoreFile::kWal) <= 0) return false;
  return checkpoint().ok() && host_->size(StoreFile::kWal) == 0;
}

/// SQLite moves the log when it closes, but says nothing where there was no room for it.
void Connection::move_log() {
  if (options_.read_only || !host_->durable() || host_->size(StoreFile::kWal) <= 0) return;
  rollback();
  (void)with_reserve(*this, StatusWork([this] { return checkpoint(); }));
}

void Connection::close() {
  if (database_ != nullptr) move_log();
  close_database();
  if (std::exchange(host_open_, false)) host_->close();
}

void Connection::close_database() {
  [[maybe_unused]] const int closed = sqlite3_close(std::exchange(database_, nullptr));
  assert(closed == SQLITE_OK && "a Statement outlives its Connection");
  vfs_.reset();
}

bool Connection::is_writing() const {
  return sqlite3_txn_state(database_, "main") == SQLITE_TXN_WRITE;
}

/// Each step of a statement that may write stands between before_run() and after_run(). A step
/// commits at most once. So when it has failed and no write transaction is open, what the log got
/// since the mark belongs to the transaction that failed.
void Connection::before_run() {
  if (!is_writing()) vfs_->mark_log();
}

Status Connection::after_run(int code) {
  Status status = status_of(code);  // first: cutting the log may change the host's last words
  if (!status.ok() && !is_writing()) vfs_->discard_log_tail();
  return status;
}

Status Connection::status_of(int code) const {
  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return Ok{};
  return error_of(code);
}

Failure Connection::error_of(int code) const {
  const uint32_t page = vfs_->damaged_page();
  const ErrorCode mapped = error_code_of(code);
  if (mapped == ErrorCode::kStoreDamaged && page != 0) {
    return fail(mapped, concat({"page ", page, " of the store fails its checksum"}),
                concat({"{\"page\":", page, "}"}));
  }
  const bool is_latest = sqlite3_extended_errcode(database_) == code;
  const char* words_for_it = words_of(code);
  if (words_for_it == nullptr) {
    words_for_it = is_latest ? sqlite3_errmsg(database_) : sqlite3_errstr(code);
  }
  std::string message = words_for_it;
  const std::string words = host_->last_error();
  if (!words.empty()) message += ": " + words;
  return fail(mapped, std::move(message));
}

Result<Transaction> Transaction::begin(Connection& connection) {
  LOCI_TRY(connection.begin());
  return Transaction(connection);
}

Transaction::Transaction(Transaction&& other) noexcept
    : connection_(std::exchange(other.connection_, nullptr)) {}

Transaction::~Transaction() {
  if (connection_ != nullptr) connection_->rollback();
}

Status Transaction::commit() { return std::exchange(connection_, nullptr)->commit(); }

}  // namespace loci
