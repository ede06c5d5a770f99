// What ends the gate that damage closed. Tested by tests/engine_repair_test.cpp and through the
// bindings by tests/js/repair.test.js.

#include <algorithm>

#include "base/concat.h"
#include "base/json_writer.h"
#include "engine.h"
#include "engine_arguments.h"
#include "engine_results.h"
#include "store/salvage.h"

namespace loci {
namespace {

// What callers call the rows of the tables.
struct Kept {
  const char* name;
  const char* count;
};
constexpr Kept kKept[] = {
    {"items", "SELECT count(*) FROM item"},
    {"events", "SELECT count(*) FROM event"},
    {"entities", "SELECT count(*) FROM entity"},
    {"drawers", "SELECT count(*) FROM drawer"},
    {"closets", "SELECT count(*) FROM closet"},
    {"tunnels", "SELECT count(*) FROM tunnel"},
    {"journal", "SELECT count(*) FROM journal"},
    {"embeddings",
     "SELECT (SELECT count(*) FROM item_vector) + (SELECT count(*) FROM event_vector)"
     " + (SELECT count(*) FROM chunk_vector) + (SELECT count(*) FROM drawer_vector)"
     " + (SELECT count(*) FROM closet_vector)"},
};

Status write_kept(JsonWriter& out, Connection& connection) {
  out.begin_object("kept");
  for (const Kept& kept : kKept) {
    int64_t count = 0;
    LOCI_TRY(connection.read_integer(kept.count, count));
    out.key(kept.name).integer(count);
  }
  out.end_object();
  return Ok{};
}

/// `item` is one of `items`, and `item_vector` one of `embeddings`.
std::string name_of_rows(std::string_view table) {
  if (table.empty()) return "unknown";
  if (table.ends_with("_vector")) return "embeddings";
  if (table == "entity") return "entities";
  const bool is_one = table != "meta" && table != "journal";
  return concat({table, is_one ? "s" : ""});
}

void write_lost(JsonWriter& out, const std::vector<Loss>& lost) {
  out.begin_array("lost");
  for (const Loss& loss : lost) {
    out.begin_object().text("table", name_of_rows(loss.table));
    if (loss.count > 0) out.integer("count", loss.count);
    out.text("what", loss.what).end_object();
  }
  out.end_array();
}

}  // namespace

Reply Engine::repair(std::string_view text, int64_t now) {
  LOCI_TRY(ready(Needs::kAnyStore));
  LOCI_TRY(refuse_read_only());
  LOCI_ASSIGN(arguments, Arguments::parse(text, "options"));
  LOCI_ASSIGN(fields, arguments.options(0));
  LOCI_TRY(fields.finish());
  LOCI_ASSIGN(sound, is_sound());
  std::vector<Loss> lost;
  if (!sound) LOCI_TRY(replace_damaged(now, lost));
  JsonWriter out;
  out.begin_object().flag("repaired", !sound);
  LOCI_TRY(write_kept(out, store_->connection()));
  write_lost(out, lost);
  out.begin_array("derived");
  if (!sound) out.text("indexes").text("chunks");
  out.end_array().integer("revision", store_->revision());
  return finish(out);
}

Result<bool> Engine::is_sound() {
  if (damage_) return false;
  auto findings = store_->check(1);
  if (findings.ok()) return findings.value().empty();
  if (findings.error().code == ErrorCode::kStoreDamaged) return false;
  return findings.take_failure();
}

// What cannot be opened again yet is opened by the next call, and judged anew then.
Status Engine::replace_damaged(int64_t now, std::vector<Loss>& lost) {
  Status repaired = store_->repair(now, lost);
  if (!repaired.ok() && !store_->is_suspended()) return repaired;
  forget_damage();
  LOCI_TRY(std::move(repaired));
  (void)settle(wiki_->rebuild());  // the repair is done; what fails here is tried by the next call
  return Ok{};
}

// With all that was read before, which need not be what is stored.
void Engine::forget_damage() {
  damage_.reset();
  index_stale_ = true;
  conversations_.clear();
  forget_indexes();
}

}  // namespace loci
