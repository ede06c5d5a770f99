#pragma once

/// What was answered to writes that carried a key of their client. A client that never heard the
/// answer sends the write again under the same key, and is told what it was told the first time:
/// the write happens once. A key and the effect of its write are kept in the same transaction, so
/// there is none without the other.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/connection.h"

namespace loci {

class AnswerTable {
 public:
  /// The newest answers that are kept: far more than clients can have under way.
  static constexpr int64_t kKept = 1024;

  /// `connection` must outlive the table, which need not be there yet.
  explicit AnswerTable(Connection& connection) : connection_(&connection) {}

  /// The reply that was kept under the key, one JSON object. `store_damaged` where it is none.
  Result<std::optional<std::string>> find(std::string_view key);

  /// Keeps a reply under a key that has none, and lets the oldest go. Only inside a transaction.
  Status put(std::string_view key, std::string_view reply);

  /// Makes these answers those of another store. Only inside a transaction of this one.
  Status copy_from(Connection& other);

 private:
  Connection* connection_;
};

}  // namespace loci
