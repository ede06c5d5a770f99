// Tested by tests/evidence/event_rules_test.cpp.

#include "evidence/event_rules.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "base/timestamp.h"
#include "text/short_text.h"
#include "text/whitespace.h"

namespace loci {
namespace {

Status normalize_entity(Entity& entity, size_t number) {
  const std::string field = concat({"entities[", number, "]."});
  if (!entity.name.empty()) LOCI_TRY(check_id(field + "id", entity.name));
  LOCI_ASSIGN(label, normalize_label(field + "name", entity.label));
  entity.label = std::move(label);
  return Ok{};
}

bool is_same(const Entity& a, const Entity& b) {
  return a.kind == b.kind && a.name == b.name && a.label == b.label;
}

Status normalize_entities(std::vector<Entity>& entities) {
  if (entities.size() > kMaxEntities) {
    return fail(ErrorCode::kTooLarge,
                {"entities: ", entities.size(), ", at most ", kMaxEntities, " are allowed"});
  }
  std::vector<Entity> once;
  for (size_t i = 0; i < entities.size(); ++i) {
    Entity& entity = entities[i];
    LOCI_TRY(normalize_entity(entity, i));
    const auto is_this = [&](const Entity& other) { return is_same(entity, other); };
    if (std::none_of(once.begin(), once.end(), is_this)) once.push_back(std::move(entity));
  }
  entities = std::move(once);
  return Ok{};
}

Status normalize_written_at(NewEvent& given) {
  if (given.written != WrittenAt::kSaid) {
    given.event.written_at.reset();
    return Ok{};
  }
  auto normalized = normalize_timestamp(given.event.written_at.value_or(""));
  if (!normalized.ok()) {
    return invalid_argument({"writtenAt: ", normalized.error().message});
  }
  given.event.written_at = std::move(normalized.value());
  return Ok{};
}

}  // namespace

Status check_id(std::string_view field, std::string_view id) {
  return check_short_text(field, id, kMaxEventIdBytes);
}

Result<std::string> normalize_label(std::string_view field, std::string_view label) {
  std::string normalized = collapse_whitespace(label);
  LOCI_TRY(check_short_text(field, normalized, kMaxEntityBytes));
  return normalized;
}

Result<NewEvent> normalize(NewEvent given) {
  Event& event = given.event;
  if (!event.name.empty()) LOCI_TRY(check_id("id", event.name));
  if (event.summary.size() > kMaxSummaryBytes) {
    return too_large("summary", event.summary.size(), kMaxSummaryBytes,
                     "move the text into content");
  }
  if (event.content.size() > kMaxEventContentBytes) {
    return too_large("content", event.content.size(), kMaxEventContentBytes,
                     "split it into several events");
  }
  LOCI_TRY(normalize_entities(event.entities));
  LOCI_TRY(normalize_written_at(given));
  return given;
}

}  // namespace loci
