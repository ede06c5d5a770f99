// Tested by tests/store/entity_table_test.cpp.

#include "store/entity_table.h"

#include <algorithm>

#include "base/concat.h"
#include "text/fold.h"
#include "text/whitespace.h"

namespace loci {
namespace {

#define LOCI_ENTITY_COLUMNS "id, kind, name, label"

Entity read_entity(const Statement& row) {
  return {static_cast<Entity::Kind>(row.column_int64(1)), std::string(row.column_text(2)),
          std::string(row.column_text(3)), row.column_int64(0)};
}

std::string_view name_of(Entity::Kind kind) {
  return kind == Entity::Kind::kPerson ? "person" : "concept";
}

}  // namespace

EntityTable::EntityTable(Connection& connection, int64_t format_version)
    : connection_(&connection), present_(format_version >= 4) {}

Status EntityTable::intern(Entity& entity) {
  LOCI_ASSIGN(known, entity.name.empty() ? with_label(entity) : with_name(entity.name));
  if (!known) return insert(entity);
  if (known->kind != entity.kind) {
    return fail(ErrorCode::kInvalidArgument,
                {"the id '", entity.name, "' is that of a ", name_of(known->kind),
                 " and cannot be that of a ", name_of(entity.kind)});
  }
  entity.row = known->row;
  entity.name = std::move(known->name);
  return known->label == entity.label ? Ok{} : relabel(entity);
}

Result<std::optional<Entity>> EntityTable::first(Statement& statement) {
  const StatementRun run(statement);
  LOCI_ASSIGN(row, statement.step());
  std::optional<Entity> found;
  if (row) found = read_entity(statement);
  return found;
}

Result<std::optional<Entity>> EntityTable::with_name(std::string_view name) {
  LOCI_TRY(connection_->prepare_once(with_name_,
                                     "SELECT " LOCI_ENTITY_COLUMNS " FROM entity WHERE name = ?1"));
  return first(with_name_.bind(1, name));
}

Result<std::optional<Entity>> EntityTable::with_label(const Entity& like) {
  LOCI_TRY(connection_->prepare_once(
      with_label_, "SELECT " LOCI_ENTITY_COLUMNS
                   " FROM entity WHERE folded = ?1 AND kind = ?2 AND label = ?3 ORDER BY id"));
  const std::string folded = fold_name(like.label);
  with_label_.bind(1, folded).bind(2, static_cast<int>(like.kind)).bind(3, like.label);
  return first(with_label_);
}

Status EntityTable::insert(Entity& entity) {
  LOCI_TRY(name_it(entity));
  LOCI_TRY(connection_->prepare_once(insert_, "INSERT INTO entity VALUES(?1, ?2, ?3, ?4, ?5)"));
  const std::string folded = fold_name(entity.label);
  return insert_.bind(1, entity.row)
      .bind(2, static_cast<int>(entity.kind))
      .bind(3, entity.name)
      .bind(4, entity.label)
      .bind(5, folded)
      .run();
}

// A name that nobody gave may be one that somebody else gave.
Status EntityTable::name_it(Entity& entity) {
  LOCI_TRY(
      connection_->read_integer("SELECT 1 + max(coalesce((SELECT max(id) FROM entity), 0),"
                                " coalesce((SELECT value FROM meta WHERE key = 'last_entity'), 0))",
                                entity.row));
  if (!entity.name.empty()) return Ok{};
  for (int64_t number = entity.row;; ++number) {
    std::string name = concat({name_of(entity.kind), "_", number});
    LOCI_ASSIGN(taken, with_name(name));
    if (taken) continue;
    entity.name = std::move(name);
    return Ok{};
  }
}

Status EntityTable::relabel(const Entity& entity) {
  LOCI_ASSIGN(update,
              connection_->prepare("UPDATE entity SET label = ?2, folded = ?3 WHERE id = ?1"));
  const std::string folded = fold_name(entity.label);
  return update.bind(1, entity.row).bind(2, entity.label).bind(3, folded).run();
}

Status EntityTable::set_mentions(int64_t event, std::span<const Entity> entities) {
  LOCI_ASSIGN(before, rows_of(event));
  LOCI_TRY(connection_->prepare_once(unmention_, "DELETE FROM mention WHERE event = ?1"));
  LOCI_TRY(unmention_.bind(1, event).run());
  LOCI_TRY(connection_->prepare_once(mention_, "INSERT INTO mention VALUES(?1, ?2, ?3)"));
  int64_t position = 0;
  for (const Entity& entity : entities) {
    LOCI_TRY(mention_.bind(1, event).bind(2, entity.row).bind(3, position++).run());
  }
  for (const int64_t row : before) LOCI_TRY(remove_if_unmentioned(row));
  return Ok{};
}

// The highest row is remembered, so that no other entity ever gets it.
Status EntityTable::remove_if_unmentioned(int64_t row) {
  LOCI_TRY(connection_->prepare_once(is_mentioned_, "SELECT 1 FROM mention WHERE entity = ?1"));
  LOCI_ASSIGN(mentioning, rows(is_mentioned_.bind(1, row), 1));
  if (!mentioning.empty()) return Ok{};
  LOCI_TRY(connection_->execute(
      "REPLACE INTO meta VALUES('last_entity', max((SELECT max(id) FROM entity),"
      " coalesce((SELECT value FROM meta WHERE key = 'last_entity'), 0)))"));
  LOCI_TRY(connection_->prepare_once(remove_, "DELETE FROM entity WHERE id = ?1"));
  return remove_.bind(1, row).run();
}

Result<std::vector<int64_t>> EntityTable::rows(Statement& statement, size_t most) {
  const StatementRun run(statement);
  std::vector<int64_t> rows;
  while (rows.size() < most) {
    LOCI_ASSIGN(row, statement.step());
    if (!row) break;
    rows.push_back(statement.column_int64(0));
  }
  return rows;
}

Result<std::vector<int64_t>> EntityTable::rows_of(int64_t event) {
  LOCI_TRY(connection_->prepare_once(rows_of_, "SELECT entity FROM mention WHERE event = ?1"));
  return rows(rows_of_.bind(1, event));
}

Result<std::vector<Entity>> EntityTable::mentioned_by(int64_t event) {
  std::vector<Entity> entities;
  if (!present_) return entities;
  LOCI_TRY(connection_->prepare_once(mentioned_by_,
                                     "SELECT " LOCI_ENTITY_COLUMNS
                                     " FROM mention JOIN entity ON entity.id = mention.entity"
                                     " WHERE event = ?1 ORDER BY position"));
  const StatementRun run(mentioned_by_);
  mentioned_by_.bind(1, event);
  for (;;) {
    LOCI_ASSIGN(row, mentioned_by_.step());
    if (!row) return entities;
    entities.push_back(read_entity(mentioned_by_));
  }
}

Result<std::vector<int64_t>> EntityTable::find(std::string_view text,
                                               std::optional<Entity::Kind> kind) {
  if (!present_) return std::vector<int64_t>();
  LOCI_ASSIGN(named, connection_->prepare(
                         "SELECT id FROM entity WHERE name = ?1 AND (?2 IS NULL OR kind = ?2)"));
  LOCI_ASSIGN(labelled, connection_->prepare("SELECT id FROM entity WHERE folded = ?3"
                                             " AND name <> ?1 AND (?2 IS NULL OR kind = ?2)"
                                             " ORDER BY label <> ?4, id"));
  const std::string label = collapse_whitespace(text);  // as labels are kept
  const std::string folded = fold_name(label);
  named.bind(1, text);
  labelled.bind(1, text).bind(3, folded).bind(4, label);
  if (kind) {
    named.bind(2, static_cast<int>(*kind));
    labelled.bind(2, static_cast<int>(*kind));
  }
  LOCI_ASSIGN(found, rows(named));
  LOCI_ASSIGN(others, rows(labelled));
  found.insert(found.end(), others.begin(), others.end());
  return std::move(found);
}

Result<Entity> EntityTable::get(int64_t row) {
  std::optional<Entity> found;
  if (present_) {
    LOCI_TRY(connection_->prepare_once(get_,
                                       "SELECT " LOCI_ENTITY_COLUMNS " FROM entity WHERE id = ?1"));
    LOCI_ASSIGN(entity, first(get_.bind(1, row)));
    found = std::move(entity);
  }
  if (found) return *std::move(found);
  return fail(ErrorCode::kStoreDamaged, {"entity ", row, " is missing from the store; run check"});
}

Status EntityTable::each_mention(int64_t row, VisitEvent visit) {
  if (!present_) return Ok{};
  LOCI_ASSIGN(mentions,
              connection_->prepare("SELECT event FROM mention WHERE entity = ?1 ORDER BY event"));
  mentions.bind(1, row);
  for (;;) {
    LOCI_ASSIGN(has_row, mentions.step());
    if (!has_row) return Ok{};
    visit(mentions.column_int64(0));
  }
}

Result<int64_t> EntityTable::mention_count(int64_t row) {
  if (!present_) return 0;
  LOCI_TRY(
      connection_->prepare_once(mention_count_, "SELECT count(*) FROM mention WHERE entity = ?1"));
  const StatementRun run(mention_count_);
  LOCI_TRY(mention_count_.bind(1, row).step());
  return mention_count_.column_int64(0);
}

}  // namespace loci
