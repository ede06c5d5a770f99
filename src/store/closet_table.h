#pragma once

/// The closets of the palace in the store: rows in, rows out.
///
/// A store of a format before 5, which is only read, has none.

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/function_ref.h"
#include "base/result.h"
#include "store/connection.h"
#include "store/drawer.h"

namespace loci {

class ClosetTable {
 public:
  /// `connection` must outlive the table. Statements are compiled when they are first needed.
  ClosetTable(Connection& connection, int64_t format_version);

  /// Writes a closet under its id; its place has none of its file yet. Only inside a transaction,
  /// as all that writes. Store::put_closet() and remove_closet() also keep vectors and places.
  Status insert(const Closet& closet);
  Status remove(int64_t id);

  /// The closet of the file in the place.
  Result<std::optional<int64_t>> find(int64_t place, std::string_view source_file);
  /// The closet `id`; nothing where there is none.
  Result<std::optional<Closet>> get(int64_t id);

  /// Shows every closet with an id above `after`, in order of id, until one visit fails. The views
  /// live until the visitor returns.
  struct Row {
    int64_t id;
    int64_t place;
    std::string_view source_file;
    std::string_view text;
  };
  using Visit = FunctionRef<Status(const Row& closet)>;
  Status scan(int64_t after, Visit visit);

  Result<int64_t> count();

 private:
  Connection* connection_;
  bool present_;
  Statement insert_;
  Statement remove_;
  Statement find_;
  Statement get_;
};

}  // namespace loci
