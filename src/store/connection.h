#pragma once

/// One open SQLite database over a Host, and thin wrappers of what the rest of the store needs of
/// it: statements, transactions, and the whole database as bytes. No sqlite3_* call stands outside
/// of this file and vfs.cpp.
///
/// How SQLite's result codes become errors:
///   SQLITE_FULL               storage_full      SQLITE_BUSY, LOCKED   store_busy
///   SQLITE_CORRUPT, NOTADB    store_damaged     SQLITE_READONLY       read_only
///   SQLITE_IOERR              store_damaged if a page failed its checksum, else storage_error
///   SQLITE_NOMEM              out_of_memory     SQLITE_TOOBIG         too_large
///   kCommitFailed (vfs.h)     storage_error     kCommitTooLarge       transaction_too_large
///   all others                internal

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "store/host.h"

struct sqlite3;
struct sqlite3_stmt;

namespace loci {

class Connection;
class Vfs;

/// What a commit waits for on a durable host.
enum class Durability {
  kFull,     // what commit() acknowledged survives a power cut
  kRelaxed,  // a power cut loses at most the last commits since flush() or checkpoint(), in order
};

struct ConnectionOptions {
  Durability durability = Durability::kFull;
  bool read_only = false;
  /// Feeds the salts of the log. The core has no randomness of its own: for a durable host pass a
  /// number that differs at every opening.
  uint64_t random_seed = 0;
  /// Opens also what is damaged where SQLite begins to read, with damage() set.
  bool open_damaged = false;
};

/// A compiled SQL statement. Destroy it before its Connection is closed. Parameters and columns
/// count as in SQLite: parameters from 1, columns from 0.
class Statement {
 public:
  /// An empty one, to be assigned to.
  Statement() = default;
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&& other) noexcept;
  ~Statement();

  /// Whether it is compiled.
  explicit operator bool() const { return statement_ != nullptr; }

  /// Binds a parameter. Text and blobs are not copied: the bytes must stay until reset(), or until
  /// the parameter is bound anew. What cannot be bound is reported by the next step().
  Statement& bind(int index, std::string_view text) noexcept;
  Statement& bind(int index, const char* text) noexcept;
  Statement& bind(int index, const std::string& text) noexcept;
  Statement& bind(int index, std::nullptr_t) noexcept;
  template <std::same_as<std::optional<std::string>> T>
  Statement& bind(int index, const T& text) noexcept {
    return bind_optional_text(index, text);
  }
  Statement& bind(int index, double value) noexcept;
  Statement& bind_int64(int index, int64_t value) noexcept;
  Statement& bind_optional_text(int index, const std::optional<std::string>& text) noexcept;
  Statement& bind_blob(int index, std::string_view bytes) noexcept;
  template <std::integral T>
  Statement& bind(int index, T value) noexcept {
    return bind_int64(index, static_cast<int64_t>(value));
  }

  /// Moves to the next row: true where there is one, false at the end. At the end and after a
  /// failure the statement is reset: step() starts anew, with the same parameters.
  Result<bool> step();

  /// step() for a statement without rows, or whose rows do not matter: runs it to its end.
  Status run();

  /// Ends the run, as one must with a statement that was not stepped to its end: an unfinished one
  /// holds the read transaction. Parameters are cleared.
  void reset() noexcept;

  /// Columns of the current row. Views live until the next step(), reset() or destruction. NULL
  /// reads as 0 or as an empty view.
  bool is_null(int column) const noexcept;
  int64_t column_int64(int column) const noexcept;
  double column_double(int column) const noexcept;
  std::string_view column_text(int column) const noexcept;
  std::string_view column_blob(int column) const noexcept;
  std::optional<std::string> column_optional_text(int column) const;

 private:
  friend class Connection;
  Statement(Connection& connection, sqlite3_stmt* statement);

  Statement& note(int code) noexcept;

  Connection* connection_ = nullptr;
  sqlite3_stmt* statement_ = nullptr;
  int bind_error_ = 0;
};

/// Ends a run of a statement when it goes out of scope, by whatever way: where memory runs out
/// while a row is read, the statement must not stay in the middle of it.
class StatementRun {
 public:
  explicit StatementRun(Statement& statement) : statement_(statement) {}
  ~StatementRun() { statement_.reset(); }
  StatementRun(const StatementRun&) = delete;
  StatementRun& operator=(const StatementRun&) = delete;

 private:
  Statement& statement_;
};

/// 0, or the error for what a host's call answered, with its last words.
Status host_status(const Host& host, int failure);

class Connection {
 public:
  /// Opens the store that `host` holds, creating it where there is none. Repairs what a crash left
  /// (rolls back a hot journal, reads the log). On a durable host the database runs a write-ahead
  /// log in exclusive mode, in memory a rollback journal, and an atomic host takes each transaction
  /// as one commit.
  /// Errors: those of the host (store_busy, read_only, storage_error), store_damaged, and
  /// unsupported_format for a file that is no SQLite database of our page layout. With `read_only`,
  /// a store whose rollback needs writes is read_only: open it once for writing.
  static Result<std::unique_ptr<Connection>> open(std::unique_ptr<Host> host,
                                                  ConnectionOptions options);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Runs one or more statements separated by semicolons, discarding rows, up to the first that
  /// fails.
  Status execute(const char* sql);

  /// `sql` holds one statement.
  Result<Statement> prepare(const char* sql);

  /// Compiles it into `kept`, unless that was done before: opening a store must not wait for all
  /// statements that may ever be needed.
  Status prepare_once(Statement& kept, const char* sql);

  /// The first column of the first row of a statement that gives one; `value` stays where it gives
  /// none.
  Status read_integer(const char* sql, int64_t& value);

  /// Gives a table another name, that no other has. Nothing else of the schema, such as
  /// `sqlite_autoindex`, may contain the old one. Only inside a transaction.
  Status rename_table(std::string_view from, std::string_view to);

  /// A write transaction. begin() inside one is `internal`. A commit() that fails has rolled back:
  /// none is open, and nothing of the transaction is kept. (Where the host then fails to take back
  /// what it had got, the transaction may be there as a whole at the next opening.)
  Status begin();
  Status commit();
  void rollback();
  bool in_transaction() const noexcept;

  /// Pages that are not free, those of the open transaction included; 0 where the count cannot be
  /// read.
  int64_t pages_in_use();

  /// About what the open transaction would write if it were committed now, in bytes of pages. Only
  /// on an atomic host, where it may be `transaction_too_large`.
  int64_t pending_bytes();

  /// Moves the write-ahead log into the database and empties it. Not inside a transaction.
  Status checkpoint();

  /// The same as far as there is something to empty and room for it: whether the log gave up room.
  bool empty_log();

  /// Makes all commits durable, as matters with Durability::kRelaxed.
  Status flush();

  /// The whole database as the bytes of one file, which any SQLite opens: checkpointed, and without
  /// the flag that asks for a write-ahead log. Damaged pages come as they are. Empty for a store
  /// that nothing was ever written to. Not inside a transaction.
  Result<std::string> export_image();

  /// Judges an image before it is taken, and may change it: what it writes to `candidate` is taken
  /// with the image, whose bytes stay as they are.
  using PrepareImage = FunctionRef<Status(Connection& candidate)>;

  /// Moves the log into the database, with_reserve(). Where that may not be written, a copy of all
  /// pages that can be read, with zeros for the others; null where there is no need of one.
  Result<std::unique_ptr<Connection>> copy_unless_log_is_empty();

  /// Replaces the whole database by an exported image, in one transaction: after a failure or a
  /// power cut it is the old one or the new one, whole. `image` may ask for a log or not; its pages
  /// are verified, then its structure, then `prepare` is called. No statement may be between step()
  /// and reset(). Errors: unsupported_format, store_damaged, those of `prepare`, or of writing.
  /// On an atomic host it is a stage, not one transaction, and SQLite does not know of it: close()
  /// and resume() must follow before anything else.
  Status import_image(std::string_view image, PrepareImage prepare = {});

  /// Replaces the whole database by that of `source`, which is in memory, with whatever is damaged
  /// in it: after a failure or a power cut it is the old one or the new one, whole. No statement of
  /// either may live. On a host that is durable or atomic close() and resume() must follow before
  /// anything else, also after a failure. In memory `source` holds what was replaced.
  Status replace_by(Connection& source);

  /// Where the host's database is damaged so that SQLite sees none of its tables.
  const std::optional<Error>& damage() const { return damage_; }

  /// What is wrong with the database, at most `limit` findings, empty if it is sound: SQLite's own
  /// integrity check, and the checksum of every page on the medium. Checkpoints first, where the
  /// connection may write. An error only where the check itself could not run.
  Result<std::vector<std::string>> integrity_check(int limit);

  int64_t last_insert_rowid() const noexcept;

  /// Rows changed by the latest INSERT, UPDATE or DELETE.
  int changes() const noexcept;

  Host& host() { return *host_; }

  bool is_read_only() const { return options_.read_only; }

  /// Checkpoints, where it can (with_reserve() too), and gives the store up. Closing twice is
  /// allowed; nothing but resume() is after the first time.
  void close();

  /// Opens the store again after close(), with the options of the first time. Another process may
  /// have written to it in between. Errors: those of open(); it is closed then, and may be resumed
  /// later. The host's files must outlive its close(), as those in memory do not.
  Status resume();

 private:
  friend class Statement;
  Connection(std::unique_ptr<Host> host, ConnectionOptions options);

  Status configure();
  Status open_database();
  Status open_sound();
  void make_vfs();
  Status open_damaged(const Error& damage);
  void close_database();
  Status configure_durable();
  Status configure_memory();
  Status configure_atomic();
  Status expect_pragma(const char* sql, std::string_view answer);
  Result<std::unique_ptr<Connection>> copy();
  void allow_schema_writes(bool allowed);
  Status copy_from(Connection& source);
  Status stage_from(Connection& source);
  void move_log();
  Status checkpoint_unless_damaged();
  Result<std::string> export_copy();
  Status checksum_findings(int limit, std::vector<std::string>& findings);
  bool is_writing() const;
  void before_run();
  Status after_run(int code);
  Status status_of(int code) const;
  Failure error_of(int code) const;

  std::unique_ptr<Host> host_;
  const ConnectionOptions options_;
  bool host_open_ = false;
  std::unique_ptr<Vfs> vfs_;
  sqlite3* database_ = nullptr;
  uint64_t openings_ = 0;
  int64_t pages_at_begin_ = 0;
  std::optional<Error> damage_;
};

/// Work without a value, given to one of the functions below: they are compiled once for all of it.
using StatusWork = FunctionRef<Status()>;

/// Runs `work`, and once more where there was no room and emptying the log made some.
template <typename Work>
auto with_room(Connection& connection, Work& work) -> decltype(work()) {
  auto outcome = work();
  if (outcome.ok() || outcome.error().code != ErrorCode::kStorageFull) return outcome;
  if (!connection.empty_log()) return outcome;
  return work();
}

/// with_room(), and all of it once more where the host then gave up its reserve. For what makes
/// room, or must find some: removing, compacting, moving the log.
template <typename Work>
auto with_reserve(Connection& connection, Work work) -> decltype(work()) {
  auto outcome = with_room(connection, work);
  if (outcome.ok() || outcome.error().code != ErrorCode::kStorageFull) return outcome;
  if (!connection.host().release_reserve()) return outcome;
  return with_room(connection, work);
}

/// A write transaction that is rolled back when it is destroyed, unless it was committed.
class Transaction {
 public:
  static Result<Transaction> begin(Connection& connection);
  Transaction(Transaction&& other) noexcept;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

  /// As Connection::commit(). The transaction is over, whatever the outcome.
  Status commit();

 private:
  explicit Transaction(Connection& connection) : connection_(&connection) {}

  Connection* connection_;
};

}  // namespace loci
