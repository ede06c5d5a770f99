#pragma once

/// Persons and concepts, and which events mention them. An entity is there as long as an event
/// mentions it.
///
/// A store of a format before 4, which is only read, has none.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "store/connection.h"
#include "store/event.h"

namespace loci {

class EntityTable {
 public:
  /// `connection` must outlive the table. Statements are compiled when they are first needed.
  EntityTable(Connection& connection, int64_t format_version);

  /// Finds or creates the row of an entity, and fills in what of row and name is missing. One with
  /// a name is that which has the name, and gets the given label; one without is the oldest with
  /// this kind and label, or a new one, named `concept_` or `person_` and its row (or the next
  /// number that is free). Error: `invalid_argument` where the name is that of another kind. Only
  /// inside a transaction, as all that writes.
  Status intern(Entity& entity);

  /// Makes these rows, each once, what the event mentions, in this order; none: nothing. Entities
  /// that nothing mentions any more go.
  Status set_mentions(int64_t event, std::span<const Entity> entities);

  /// What the event mentions, in order.
  Result<std::vector<Entity>> mentioned_by(int64_t event);

  /// The rows that a text names, of one kind or of any: first that whose name it is, then those
  /// whose label it is, white space collapsed, then those whose label is like it (fold_name());
  /// each in order.
  Result<std::vector<int64_t>> find(std::string_view text, std::optional<Entity::Kind> kind);

  /// The entity in a row, which must exist.
  Result<Entity> get(int64_t row);

  /// Shows the ids of the events that mention the entity, in order.
  using VisitEvent = FunctionRef<void(int64_t event)>;
  Status each_mention(int64_t row, VisitEvent visit);
  Result<int64_t> mention_count(int64_t row);

 private:
  static Result<std::optional<Entity>> first(Statement& statement);
  static Result<std::vector<int64_t>> rows(Statement& statement, size_t most = SIZE_MAX);
  Result<std::optional<Entity>> with_name(std::string_view name);
  Result<std::optional<Entity>> with_label(const Entity& like);
  Result<std::vector<int64_t>> rows_of(int64_t event);
  Status insert(Entity& entity);
  Status name_it(Entity& entity);
  Status relabel(const Entity& entity);
  Status remove_if_unmentioned(int64_t row);

  Connection* connection_;
  bool present_;
  Statement with_name_;
  Statement with_label_;
  Statement insert_;
  Statement remove_;
  Statement mention_;
  Statement unmention_;
  Statement is_mentioned_;
  Statement rows_of_;
  Statement mentioned_by_;
  Statement get_;
  Statement mention_count_;
};

}  // namespace loci
