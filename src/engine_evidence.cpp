// Events, as they are written and asked for by their names. Tested by
// tests/engine_evidence_test.cpp and through the bindings by tests/js.

#include <algorithm>

#include "base/json_writer.h"
#include "base/utf8.h"
#include "engine.h"
#include "engine_arguments.h"
#include "engine_embeddings.h"
#include "engine_results.h"
#include "text/chunks.h"

namespace loci {
namespace {

struct GivenEvent {
  NewEvent event;
  EventVectors vectors;
};

Entity::Kind read_kind(Fields& fields) {
  (void)fields.text("kind");  // required
  const bool is_person = fields.choice("kind", {"concept", "person"}) == "person";
  return is_person ? Entity::Kind::kPerson : Entity::Kind::kConcept;
}

Status read_entity(Fields& fields, Entity& entity) {
  entity.kind = read_kind(fields);
  entity.name = fields.id("id", kMaxEventIdBytes);
  entity.label = fields.text("name");
  return fields.finish();
}

void read_written_at(Fields& fields, NewEvent& given) {
  const bool never = fields.is_null("writtenAt");
  given.event.written_at = fields.optional_text("writtenAt", kMoment);
  if (given.event.written_at) given.written = WrittenAt::kSaid;
  if (never) given.written = WrittenAt::kNever;
}

Status read_event(Fields& fields, std::string model, GivenEvent& given) {
  Event& event = given.event.event;
  event.name = fields.id("id", kMaxEventIdBytes);
  event.summary = fields.text("summary");
  event.content = fields.text("content");
  for (Fields& entity : fields.objects("entities")) {
    LOCI_TRY(read_entity(entity, event.entities.emplace_back()));
  }
  read_written_at(fields, given.event);
  given.vectors = {fields.vector("summaryEmbedding"), fields.vectors("chunkEmbeddings"),
                   std::move(model)};
  return fields.finish();
}

std::string_view name_of(SaveOutcome::Action action) {
  switch (action) {
    case SaveOutcome::Action::kAdded:
      return "added";
    case SaveOutcome::Action::kUpdated:
      return "updated";
    case SaveOutcome::Action::kSame:
      break;
  }
  return "same";
}

std::string saved_json(const SaveOutcome& outcome, int64_t revision,
                       const std::vector<Warning>& warnings) {
  JsonWriter out;
  out.begin_object().text("id", outcome.event.name);
  out.text("action", name_of(outcome.action));
  out.integer("chunks", static_cast<int64_t>(outcome.chunks));
  out.integer("revision", revision);
  return finish(out, warnings);
}

void write_ranges(JsonWriter& out, const std::vector<ChunkRange>& ranges) {
  out.begin_array();
  for (const ChunkRange& range : ranges) {
    out.begin_array().integer(range.start).integer(range.end).end_array();
  }
  out.end_array();
}

}  // namespace

// --- writing ---

Reply Engine::evidence_save(std::string_view text, int64_t now) {
  return saving(text, "event options", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(fields, arguments.object(0));
    LOCI_ASSIGN(model, read_model(arguments, 1));
    GivenEvent given;
    LOCI_TRY(read_event(fields, std::move(model), given));
    std::string reply;
    const auto seal = [&](const SaveOutcome& outcome) {
      std::vector<Warning> warnings;
      if (outcome.vectors_passed_over) warnings = {vector_damage_warning()};
      reply = saved_json(outcome, store_->revision(), warnings);
      return keep_answer(store_->answers(), reply);
    };
    LOCI_TRY(evidence_->save(std::move(given.event), given.vectors, now, seal));
    return reply;
  });
}

Reply Engine::evidence_save_batch(std::string_view text, int64_t now) {
  LOCI_TRY(batch_ready());
  return in_batch([&]() -> Reply {
    LOCI_ASSIGN(arguments, Arguments::parse(text, "events first options"));
    LOCI_ASSIGN(first, arguments.count(1));
    LOCI_ASSIGN(elements, arguments.objects(0, first));
    LOCI_ASSIGN(model, read_model(arguments, 2));
    int64_t counts[3] = {};  // by action
    JsonWriter out;
    out.begin_object().begin_array("ids");
    for (Fields& fields : elements) {
      GivenEvent given;
      LOCI_TRY(read_event(fields, model, given));
      auto saved = evidence_->save(std::move(given.event), given.vectors, now);
      if (!saved.ok()) return fields.located(saved.take_failure());
      ++counts[static_cast<size_t>(saved.value().action)];
      out.text(saved.value().event.name);
    }
    out.end_array();
    for (const auto action :
         {SaveOutcome::Action::kAdded, SaveOutcome::Action::kUpdated, SaveOutcome::Action::kSame}) {
      out.key(name_of(action)).integer(counts[static_cast<size_t>(action)]);
    }
    return finish_in_batch(out);
  }());
}

Reply Engine::evidence_remove(std::string_view text, int64_t) {
  LOCI_TRY(ready_to_write());
  LOCI_ASSIGN(arguments, Arguments::parse(text, "id"));
  LOCI_ASSIGN(id, arguments.text(0));
  return removing([&](SealRemoval seal) { return evidence_->remove(id, seal); });
}

// --- asking ---

Reply Engine::evidence_get(std::string_view text, int64_t) {
  return asking(text, "id", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(id, arguments.text(0));
    LOCI_ASSIGN(event, evidence_->get(id));
    if (!event) return std::string("null");
    LOCI_ASSIGN(chunks, store_->events().chunks(event->id));
    JsonWriter out;
    out.begin_object().text("id", event->name);
    out.text("summary", event->summary).text("content", event->content);
    out.key("entities");
    write_entities(out, event->entities);
    write_text_or_null(out, "writtenAt", event->written_at);
    out.key("chunks");
    write_ranges(out, chunks);
    out.integer("revision", event->id).end_object();
    return out.take();
  });
}

Reply Engine::evidence_find_entity(std::string_view text, int64_t) {
  return asking(text, "entity options", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(wanted, arguments.object(0));
    const Entity::Kind kind = read_kind(wanted);
    const std::string name = wanted.text("name");
    LOCI_TRY(wanted.finish());
    LOCI_ASSIGN(fields, arguments.options(1));
    const int64_t limit = fields.limit("limit", kDefaultItemsLimit);
    const int64_t offset = fields.count("offset").value_or(0);
    LOCI_TRY(fields.finish());
    LOCI_ASSIGN(found, evidence_->find_entity(kind, name));
    JsonWriter out;
    out.begin_object().key("entity");
    if (found) write_entity(out, found->entity);
    if (!found) out.null();
    out.begin_array("events");
    if (found) LOCI_TRY(write_heads(out, found->events, offset, limit));
    out.end_array();
    out.integer("total", found ? static_cast<int64_t>(found->events.size()) : 0);
    return finish(out, fields.warnings());
  });
}

// Events without their contents, from the `offset`th on.
Status Engine::write_heads(JsonWriter& out, const std::vector<int64_t>& ids, int64_t offset,
                           int64_t limit) {
  const auto count = static_cast<int64_t>(ids.size());
  const int64_t end = offset < count ? offset + std::min(limit, count - offset) : offset;
  for (int64_t at = offset; at < end; ++at) {
    LOCI_TRY(store_->events().show(ids[static_cast<size_t>(at)], [&](const EventText& event) {
      out.begin_object().text("id", event.name).text("summary", event.summary);
      out.key("writtenAt");
      if (event.written_at) out.text(*event.written_at);
      if (!event.written_at) out.null();
      out.end_object();
      return Status(Ok{});
    }));
  }
  return Ok{};
}

Reply Engine::evidence_chunks(std::string_view text, int64_t) {
  begin_call();
  LOCI_ASSIGN(arguments, Arguments::parse(text, "text"));
  LOCI_ASSIGN(input, arguments.text(0));
  JsonWriter out;
  write_ranges(out, chunk_ranges(utf8::count_code_points(input)));
  return out.take();
}

}  // namespace loci
