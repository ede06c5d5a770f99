// What the palace says of its drawers. Tested by tests/engine_palace_test.cpp and
// tests/engine_palace_search_test.cpp.

#include "engine_palace_json.h"

#include "base/json_writer.h"
#include "engine_embeddings.h"
#include "engine_results.h"

namespace loci {
namespace {

void write_view_or_null(JsonWriter& out, const char* name, std::string_view text) {
  out.key(name);
  if (text.data() == nullptr) {
    out.null();
  } else {
    out.text(text);
  }
}

void write_integer_or_null(JsonWriter& out, const char* name, std::optional<int64_t> value) {
  out.key(name);
  if (value) {
    out.integer(*value);
  } else {
    out.null();
  }
}

void write_number_or_null(JsonWriter& out, const char* name, std::optional<double> value) {
  out.key(name);
  if (value) {
    out.number(*value);
  } else {
    out.null();
  }
}

// Paths of all systems: what stands behind the last slash of either kind.
std::optional<std::string> basename_of(const std::optional<std::string>& path) {
  if (!path) return path;
  const size_t slash = path->find_last_of("/\\");
  return slash == path->npos ? path : path->substr(slash + 1);
}

void write_result(JsonWriter& out, const FoundDrawer& found) {
  const Drawer& drawer = found.drawer;
  out.begin_object().text("id", drawer.name).text("text", drawer.text);
  out.text("wing", found.wing).text("room", found.room);
  write_text_or_null(out, "hall", drawer.hall);
  write_text_or_null(out, "source_file", basename_of(drawer.source_file));
  write_text_or_null(out, "source_path", drawer.source_file);
  write_integer_or_null(out, "chunk_index", drawer.chunk_index);
  write_text_or_null(out, "created_at", drawer.filed_at);
  write_text_or_null(out, "authored_at", drawer.authored_at);
  write_number_or_null(out, "similarity", found.similarity);
  write_number_or_null(out, "distance", found.distance);
  write_number_or_null(out, "effective_distance", found.effective_distance);
  out.number("closet_boost", found.closet_boost);
  out.number("bm25_score", found.bm25);
  out.number("score", found.score).text("matched_via", name_of(found.via()));
  if (!found.duplicates.empty()) write_texts(out, "duplicates", found.duplicates);
  out.end_object();
}

void write_fallback(JsonWriter& out, const PalaceReply& reply) {
  std::string_view reason = name_of(reply.embedding_reason);
  if (reply.vectors_damaged) reason = "vectors_damaged";
  if (reply.vector_disabled) reason = "vector_disabled";
  out.text("fallback", "bm25_only").text("fallback_reason", reason);
}

void write_result_of_write(JsonWriter& out, int64_t revision, const PalaceChange& change) {
  std::vector<Warning> warnings;
  if (change.fields_passed_over) {
    warnings.push_back({"drawer_unchanged",
                        "this text is there under this id, with other fields than those given; use"
                        " updateDrawer to change them"});
  }
  if (change.vector_passed_over) warnings.push_back(vector_damage_warning());
  out.integer("revision", revision);
  write_warnings(out, warnings);
  out.end_object();
}

}  // namespace

std::string written_json(const PalaceChange& change, int64_t revision) {
  JsonWriter out;
  out.begin_object();
  if (!change.name.empty()) out.text("id", change.name);
  out.text("action", name_of(change.action));
  write_result_of_write(out, revision, change);
  return out.take();
}

std::string deleted_json(const PalaceChange& change, int64_t revision) {
  JsonWriter out;
  out.begin_object().flag("removed", change.action == PalaceChange::Action::kRemoved);
  out.integer("closetsRemoved", change.closets_removed);
  out.integer("tunnelsRemoved", change.tunnels_removed);
  write_result_of_write(out, revision, change);
  return out.take();
}

void write_drawer(JsonWriter& out, const DrawerRow& drawer, const ShownPlace& place) {
  out.begin_object().text("id", drawer.name);
  out.text("wing", place.wing).text("room", place.room);
  write_view_or_null(out, "hall", drawer.hall);
  out.text("text", drawer.text);
  write_view_or_null(out, "sourceFile", drawer.source_file);
  write_integer_or_null(out, "chunkIndex", drawer.chunk_index);
  write_view_or_null(out, "authoredAt", drawer.authored_at);
  write_view_or_null(out, "filedAt", drawer.filed_at);
  const auto has_metadata = drawer.metadata.data() != nullptr;
  write_metadata(out, has_metadata ? std::optional(std::string(drawer.metadata)) : std::nullopt);
  out.end_object();
}

std::string palace_json(const PalaceQuestion& question, const PalaceReply& reply,
                        const std::vector<Warning>& warnings) {
  JsonWriter out;
  out.begin_object().text("query", question.query).begin_object("filters");
  write_text_or_null(out, "wing", reply.wing);
  write_text_or_null(out, "room", reply.room);
  write_text_or_null(out, "since", question.since);
  write_text_or_null(out, "before", question.before);
  out.end_object().begin_array("results");
  for (const FoundDrawer& found : reply.results) write_result(out, found);
  out.end_array().integer("total_before_filter", reply.total_before_filter);
  if (reply.reason != NothingFound::kNone) out.text("reason", name_of(reply.reason));
  if (!reply.wings.empty()) write_texts(out, "wings", reply.wings);
  if (!reply.rooms.empty()) write_texts(out, "rooms", reply.rooms);
  if (reply.bm25_only) write_fallback(out, reply);
  if (reply.vectors_damaged) out.text("hint", "run repair");
  return finish(out, warnings);
}

std::string duplicates_json(const DuplicateReply& reply, const std::vector<Warning>& warnings) {
  JsonWriter out;
  out.begin_object().flag("is_duplicate", !reply.matches.empty());
  out.begin_array("matches");
  for (const DuplicateMatch& match : reply.matches) {
    out.begin_object().text("id", match.name);
    out.text("wing", match.wing).text("room", match.room);
    out.number("similarity", match.similarity).text("how", name_of(match.how));
    out.end_object();
  }
  out.end_array();
  return finish(out, warnings);
}

}  // namespace loci
