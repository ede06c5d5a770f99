// Tested by tests/engine_test.cpp.

#include "engine_results.h"

#include "base/json.h"
#include "base/timestamp.h"
#include "base/utf8.h"
#include "engine.h"

namespace loci {
void write_text_or_null(JsonWriter& out, const char* name, const std::optional<std::string>& text) {
  out.key(name);
  if (text) {
    out.text(*text);
  } else {
    out.null();
  }
}

// A store that another program made may hold anything; what is no object would break the reply, and
// is a finding of check().
void write_metadata(JsonWriter& out, const std::optional<std::string>& metadata) {
  out.key("metadata");
  if (metadata && is_json_object(*metadata)) {
    out.raw(*metadata);
  } else {
    out.null();
  }
}

void write_texts(JsonWriter& out, const char* name, const std::vector<std::string>& texts) {
  out.begin_array(name);
  for (const std::string& text : texts) out.text(text);
  out.end_array();
}

void write_error(JsonWriter& out, const Error& error) {
  out.begin_object("error");
  out.text("code", name_of(error.code)).text("message", error.message);
  if (!error.detail.empty()) out.raw("detail", error.detail);
  out.end_object();
}

void write_warnings(JsonWriter& out, const std::vector<Warning>& warnings) {
  out.begin_array("warnings");
  for (const Warning& warning : warnings) {
    out.begin_object();
    out.text("code", warning.code).text("message", warning.message);
    out.end_object();
  }
  out.end_array();
}

std::string finish(JsonWriter& out, const std::vector<Warning>& warnings) {
  write_warnings(out, warnings);
  return out.end_object().take();
}

std::string finish(JsonWriter& out) { return finish(out, {}); }

std::string terms_json(const TokenBuffer& tokens) {
  JsonWriter out;
  out.begin_array();
  for (const Token& token : tokens.tokens) out.text(tokens.term(token));
  out.end_array();
  return out.take();
}

std::string tokens_json(std::string_view text, const TokenBuffer& tokens) {
  std::vector<uint32_t> offsets(text.size() + 1, 0);  // tokens overlap, so each byte is asked about
  utf8::Utf16Cursor cursor(text);
  for (size_t at = 0; at < text.size();) {
    offsets[at] = static_cast<uint32_t>(cursor.at(at));
    at += utf8::next(text.data() + at, text.data() + text.size()).length;
  }
  offsets[text.size()] = static_cast<uint32_t>(cursor.at(text.size()));
  JsonWriter out;
  out.begin_array();
  for (const Token& token : tokens.tokens) {
    out.begin_object().text("term", tokens.term(token)).text("kind", name_of(token.kind));
    out.integer("start", offsets[token.start]).integer("end", offsets[token.end]);
    out.end_object();
  }
  out.end_array();
  return out.take();
}

std::string added_json(AddOutcome::Action action, const Item& stored, int64_t revision,
                       const std::vector<Warning>& warnings) {
  JsonWriter out;
  out.begin_object();
  out.text("category", stored.category).text("name", stored.name);
  out.text("ts", stored.ts);
  out.text("action", action == AddOutcome::Action::kAdded ? "added" : "updated");
  out.integer("revision", revision);
  return finish(out, warnings);
}

std::string removed_json(bool removed, int64_t revision) {
  JsonWriter out;
  out.begin_object().flag("removed", removed).integer("revision", revision);
  return finish(out);
}

std::string revision_json(int64_t revision) {
  JsonWriter out;
  out.begin_object().integer("revision", revision);
  return finish(out);
}

void write_item_fields(JsonWriter& out, const Item& item) {
  out.text("category", item.category).text("name", item.name);
  out.text("content", item.content);
  write_text_or_null(out, "owner", item.owner);
  write_text_or_null(out, "sourceConv", item.source_conv);
  out.text("ts", item.ts);
  write_metadata(out, item.metadata);
}

void write_item(JsonWriter& out, const Item& item) {
  out.begin_object();
  write_item_fields(out, item);
  out.key("sequence");
  if (item.sequence) {
    out.begin_object().text("id", item.sequence->id);
    out.integer("position", item.sequence->position).end_object();
  } else {
    out.null();
  }
  out.end_object();
}

void write_journal_entry(JsonWriter& out, const JournalEntry& entry) {
  out.begin_object();
  out.integer("revision", entry.revision).text("ts", format_instant(entry.time));
  out.text("action", name_of(entry.action));
  out.text("category", entry.category).text("name", entry.name);
  write_text_or_null(out, "owner", entry.owner);
  write_text_or_null(out, "sourceConv", entry.source_conv);
  out.end_object();
}

void write_problem(JsonWriter& out, const MarkdownProblem& problem) {
  out.begin_object();
  out.text("path", problem.path).integer("line", problem.line);
  out.text("what", problem.what);
  out.end_object();
}

void write_imported(JsonWriter& out, const AddOutcome& outcome, int line) {
  out.begin_object().text("category", outcome.item.category);
  out.text("name", outcome.item.name).integer("line", line);
  out.flag("same", outcome.action == AddOutcome::Action::kSame).end_object();
}

void write_entity(JsonWriter& out, const Entity& entity) {
  const bool is_person = entity.kind == Entity::Kind::kPerson;
  out.begin_object().text("kind", is_person ? "person" : "concept");
  out.text("id", entity.name).text("name", entity.label).end_object();
}

void write_entities(JsonWriter& out, const std::vector<Entity>& entities) {
  out.begin_array();
  for (const Entity& entity : entities) write_entity(out, entity);
  out.end_array();
}

std::string reply_json(const Reply& reply) {
  JsonWriter out;
  out.begin_object();
  if (reply.ok()) {
    out.raw("result", reply.value());
  } else {
    write_error(out, reply.error());
  }
  out.end_object();
  return out.take();
}

std::string repair_json(std::string_view bytes) {
  const utf8::Repaired repaired = utf8::repair(bytes);
  JsonWriter out;
  out.begin_object().text("text", repaired.text);
  out.integer("replaced", repaired.replaced).end_object();
  return out.take();
}

}  // namespace loci
