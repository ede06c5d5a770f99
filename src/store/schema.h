#pragma once

/// The tables of a store and their version. FORMAT.md describes them for readers of the file.

#include <cstdint>

#include "base/result.h"
#include "store/connection.h"

namespace loci {

/// "Loci" in SQLite's application_id.
inline constexpr int32_t kApplicationId = 0x4C6F6369;
/// The version in SQLite's user_version. A store of a later one is refused.
inline constexpr int32_t kFormatVersion = 5;

/// Creates the tables in an empty store, or checks that a filled one is ours and of a version that
/// we read: `unsupported_format` otherwise, with nothing written. The version that the store has.
Result<int64_t> prepare_schema(Connection& connection, bool read_only);

/// Brings the tables of a store from `version` to kFormatVersion. Only inside a transaction.
Status migrate_schema(Connection& connection, int64_t version);

/// The value of a PRAGMA that gives one integer.
Result<int64_t> read_pragma(Connection& connection, const char* pragma);

}  // namespace loci
