#include <sqlite3.h>

#include <utility>

#include "store/connection.h"

// Tested by tests/store/connection_test.cpp.

namespace loci {
namespace {

/// SQLite binds NULL where the pointer is null; an empty text or blob is none.
const char* data_of(std::string_view bytes) { return bytes.data() == nullptr ? "" : bytes.data(); }

std::string_view view(const void* bytes, int count) {
  return bytes == nullptr ? std::string_view()
                          : std::string_view(static_cast<const char*>(bytes), count);
}

}  // namespace

Statement::Statement(Connection& connection, sqlite3_stmt* statement)
    : connection_(&connection), statement_(statement) {}

Statement::Statement(Statement&& other) noexcept
    : connection_(other.connection_),
      statement_(std::exchange(other.statement_, nullptr)),
      bind_error_(other.bind_error_) {}

Statement& Statement::operator=(Statement&& other) noexcept {
  std::swap(connection_, other.connection_);
  std::swap(statement_, other.statement_);
  std::swap(bind_error_, other.bind_error_);
  return *this;
}

Statement::~Statement() { sqlite3_finalize(statement_); }

/// Keeps the first failure of the bindings for step().
Statement& Statement::note(int code) noexcept {
  if (bind_error_ == SQLITE_OK) bind_error_ = code;
  return *this;
}

Statement& Statement::bind(int index, std::string_view text) noexcept {
  return note(sqlite3_bind_text64(statement_, index, data_of(text), text.size(), SQLITE_STATIC,
                                  SQLITE_UTF8));
}

Statement& Statement::bind(int index, const char* text) noexcept {
  return bind(index, std::string_view(text));
}

Statement& Statement::bind(int index, const std::string& text) noexcept {
  return bind(index, std::string_view(text));
}

Statement& Statement::bind_optional_text(int index,
                                         const std::optional<std::string>& text) noexcept {
  return text ? bind(index, *text) : bind(index, nullptr);
}

Statement& Statement::bind(int index, std::nullptr_t) noexcept {
  return note(sqlite3_bind_null(statement_, index));
}

Statement& Statement::bind(int index, double value) noexcept {
  return note(sqlite3_bind_double(statement_, index, value));
}

Statement& Statement::bind_int64(int index, int64_t value) noexcept {
  return note(sqlite3_bind_int64(statement_, index, value));
}

Statement& Statement::bind_blob(int index, std::string_view bytes) noexcept {
  return note(sqlite3_bind_blob64(statement_, index, data_of(bytes), bytes.size(), SQLITE_STATIC));
}

Result<bool> Statement::step() {
  connection_->before_run();
  const int bound = std::exchange(bind_error_, SQLITE_OK);  // reported once, not for ever
  const int code = bound == SQLITE_OK ? sqlite3_step(statement_) : bound;
  if (code == SQLITE_ROW) return true;
  Status status = connection_->after_run(code);
  sqlite3_reset(statement_);
  if (!status.ok()) return status.take_failure();
  return false;
}

Status Statement::run() {
  for (;;) {
    LOCI_ASSIGN(has_row, step());
    if (!has_row) return Ok{};
  }
}

void Statement::reset() noexcept {
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
  bind_error_ = SQLITE_OK;
}

bool Statement::is_null(int column) const noexcept {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

int64_t Statement::column_int64(int column) const noexcept {
  return sqlite3_column_int64(statement_, column);
}

double Statement::column_double(int column) const noexcept {
  return sqlite3_column_double(statement_, column);
}

std::string_view Statement::column_text(int column) const noexcept {
  const unsigned char* text = sqlite3_column_text(statement_, column);
  return view(text, sqlite3_column_bytes(statement_, column));
}

std::string_view Statement::column_blob(int column) const noexcept {
  const void* bytes = sqlite3_column_blob(statement_, column);
  return view(bytes, sqlite3_column_bytes(statement_, column));
}

std::optional<std::string> Statement::column_optional_text(int column) const {
  const std::string_view text = column_text(column);
  if (text.data() == nullptr) return std::nullopt;
  return std::string(text);
}

}  // namespace loci
