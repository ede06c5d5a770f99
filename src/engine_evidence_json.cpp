// Tested by tests/engine_evidence_search_test.cpp.

#include "engine_evidence_json.h"

#include <algorithm>
#include <string_view>

#include "base/json_writer.h"
#include "engine_results.h"

namespace loci {
namespace {

void write_range(JsonWriter& out, const char* name, ChunkRange range) {
  out.begin_array(name).integer(range.start).integer(range.end).end_array();
}

void write_ranges(JsonWriter& out, ChunkRange range, ChunkRange range16) {
  write_range(out, "range", range);
  write_range(out, "range16", range16);
}

void write_excerpt(JsonWriter& out, const FoundEvent& found) {
  if (found.quote) {
    out.begin_object("quoteRef").text("id", found.quote->event);
    write_ranges(out, found.quote->range, found.quote->range16);
  } else {
    out.begin_object("excerpt").text("text", found.excerpt);
    write_ranges(out, found.range, found.range16);
  }
  out.end_object();
}

void write_event(JsonWriter& out, const FoundEvent& found) {
  out.begin_object().text("id", found.event.name).key("score");
  if (found.score) out.number(*found.score);
  if (!found.score) out.null();
  out.text("summary", found.event.summary);
  write_text_or_null(out, "writtenAt", found.event.written_at);
  out.key("entities");
  write_entities(out, found.event.entities);
  write_excerpt(out, found);
  out.integer("contentLength", static_cast<int64_t>(found.content_length));
  if (!found.duplicates.empty()) write_texts(out, "duplicates", found.duplicates);
  if (found.range.end - found.range.start < found.content_length) out.text("hint", "use read");
  out.end_object();
}

void write_concept(JsonWriter& out, const FoundConcept& found) {
  out.begin_object().text("id", found.entity.name).text("name", found.entity.label);
  out.integer("events", found.mentions);
  write_texts(out, "event_ids", found.events);
  out.end_object();
}

void write_note(JsonWriter& out, std::string_view code, std::string_view message) {
  out.begin_object().text("code", code).text("message", message).end_object();
}

void write_notes(JsonWriter& out, const EvidenceReply& reply) {
  const bool scored = std::any_of(reply.events.begin(), reply.events.end(),
                                  [](const FoundEvent& found) { return found.score.has_value(); });
  out.begin_array("notes");
  if (reply.events.empty()) {
    write_note(out, "empty_proves_nothing",
               "An empty result does not prove that there is nothing.");
  } else {
    write_note(out, "check_source", "Summaries may be wrong; check them against the source.");
  }
  if (!reply.concepts.empty() || reply.is_nearby) {
    write_note(out, "no_causality", "Shared concepts and adjacency prove neither cause nor order.");
  }
  if (scored) {
    write_note(out, "heuristic_scores",
               "Scores are heuristics, and compare only within one reply.");
  }
  out.end_array();
}

}  // namespace

std::string evidence_json(const EvidenceReply& reply, const std::vector<Warning>& warnings) {
  JsonWriter out;
  out.begin_object().begin_array("events");
  for (const FoundEvent& found : reply.events) write_event(out, found);
  out.end_array();
  write_text_or_null(out, "cursor", reply.cursor);
  out.begin_array("concepts");
  for (const FoundConcept& found : reply.concepts) write_concept(out, found);
  out.end_array();
  write_notes(out, reply);
  if (reply.reason != EmptyReason::kNone) out.text("reason", name_of(reply.reason));
  return finish(out, warnings);
}

std::string read_text_json(const ReadText& read) {
  JsonWriter out;
  out.begin_object().text("text", read.text);
  write_ranges(out, read.range, read.range16);
  out.integer("total", read.total);
  if (read.range.end < read.total) out.integer("next", read.range.end);
  return finish(out);
}

}  // namespace loci
