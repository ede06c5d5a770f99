// Drawers, closets and tunnels, as they are written. Tested by tests/engine_palace_test.cpp,
// tests/engine_palace_model_test.cpp and through the bindings by tests/js.

#include <utility>

#include "base/json_writer.h"
#include "engine.h"
#include "engine_arguments.h"
#include "engine_embeddings.h"
#include "engine_palace_json.h"
#include "engine_results.h"

namespace loci {
namespace {

using Action = PalaceChange::Action;
constexpr Action kBatchActions[] = {Action::kAdded, Action::kUpdated, Action::kSame};

// What is handed in beside the text that it is of.
struct GivenVector {
  std::optional<std::vector<float>> numbers;
  std::string model;

  std::optional<Embedding> embedding() const {
    return numbers ? std::optional(Embedding{*numbers, model}) : std::nullopt;
  }
};

void read_place(Fields& fields, PlaceName& place) {
  place.wing = fields.text("wing");
  place.room = fields.text("room");
}

// Reads the fields that are there into a drawer, and those that must be, `id` aside.
void read_given(Fields& fields, bool must_be_whole, NewDrawer& given) {
  Drawer& drawer = given.drawer;
  const auto text = [&](const char* name, std::string& into) {
    if (fields.has(name) || must_be_whole) into = fields.text(name);
  };
  const auto optional = [&](const char* name, std::optional<std::string>& into,
                            const char* wanted = "a string") {
    if (fields.has(name)) into = fields.optional_text(name, wanted);
  };
  text("wing", given.place.wing);
  text("room", given.place.room);
  text("text", drawer.text);
  optional("hall", drawer.hall);
  optional("sourceFile", drawer.source_file);
  if (fields.has("chunkIndex")) drawer.chunk_index = fields.count("chunkIndex", true);
  optional("authoredAt", drawer.authored_at, kMoment);
  optional("filedAt", drawer.filed_at, kMoment);
  given.says_when_filed |= fields.has("filedAt");
  if (fields.has("metadata")) drawer.metadata = fields.object_text("metadata");
}

Status read_drawer(Fields& fields, NewDrawer& given, GivenVector& vector) {
  given.drawer.name = fields.id("id", kMaxDrawerIdBytes);
  read_given(fields, true, given);
  vector.numbers = fields.vector("embedding");
  return fields.finish();
}

Status read_end(Fields& fields, const char* name, PlaceName& place) {
  auto end = fields.required_object(name);
  if (!end) return fields.finish();
  read_place(*end, place);
  return end->finish();
}

std::string removed_from_json(const PalaceChange& change, int64_t revision) {
  return removed_json(change.action == Action::kRemoved, revision);
}

}  // namespace

// Runs a write whose reply `tell` makes and claim() may keep.
Reply Engine::write_palace(TellChange tell, FunctionRef<Result<PalaceChange>(Palace::Seal)> write) {
  std::string reply;
  const auto seal = [&](const PalaceChange& change) {
    reply = tell(change, store_->revision());
    return keep_answer(store_->answers(), reply);
  };
  LOCI_TRY(write(seal));
  return reply;
}

// --- drawers ---

Reply Engine::palace_add_drawer(std::string_view text, int64_t now) {
  return saving(text, "drawer options", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(fields, arguments.object(0));
    NewDrawer given;
    GivenVector vector;
    LOCI_TRY(read_drawer(fields, given, vector));
    LOCI_ASSIGN(model, read_model(arguments, 1));
    vector.model = std::move(model);
    return write_palace(written_json, [&](Palace::Seal seal) {
      return palace_->add_drawer(std::move(given), vector.embedding(), now, seal);
    });
  });
}

Reply Engine::palace_add_drawer_batch(std::string_view text, int64_t now) {
  LOCI_TRY(batch_ready());
  return in_batch([&]() -> Reply {
    LOCI_ASSIGN(arguments, Arguments::parse(text, "drawers first options"));
    LOCI_ASSIGN(first, arguments.count(1));
    LOCI_ASSIGN(elements, arguments.objects(0, first));
    LOCI_ASSIGN(model, read_model(arguments, 2));
    int64_t counts[std::size(kBatchActions)] = {};
    JsonWriter out;
    out.begin_object().begin_array("ids");
    for (Fields& fields : elements) {
      NewDrawer given;
      GivenVector vector{{}, model};
      LOCI_TRY(read_drawer(fields, given, vector));
      auto added = palace_->add_drawer(std::move(given), vector.embedding(), now);
      if (!added.ok()) return fields.located(added.take_failure());
      ++counts[static_cast<size_t>(added.value().action)];
      out.text(added.value().name);
    }
    out.end_array();
    for (const Action action : kBatchActions) {
      out.key(name_of(action)).integer(counts[static_cast<size_t>(action)]);
    }
    return finish_in_batch(out);
  }());
}

Reply Engine::palace_update_drawer(std::string_view text, int64_t) {
  return saving(text, "id changes options", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(id, arguments.text(0));
    LOCI_ASSIGN(fields, arguments.object(1));
    LOCI_ASSIGN(model, read_model(arguments, 2));
    LOCI_ASSIGN(known, palace_->given_drawer(id));
    NewDrawer given = known ? std::move(*known) : NewDrawer();
    read_given(fields, false, given);
    const GivenVector vector{fields.vector("embedding"), std::move(model)};
    LOCI_TRY(fields.finish());
    if (!known) return fail(ErrorCode::kNotFound, {"there is no drawer ", id});
    return write_palace(written_json, [&](Palace::Seal seal) {
      return palace_->change_drawer(std::move(given), vector.embedding(), seal);
    });
  });
}

// Removing must find room where nothing else does.
Reply Engine::removing_from_palace(std::string_view text, const char* names, Work remove) {
  LOCI_TRY(ready_to_write());
  LOCI_ASSIGN(arguments, Arguments::parse(text, names));
  const auto once = [&] { return remove(arguments); };
  const auto work = [&] { return past_vector_damage(once); };
  return noting_damage(with_reserve(store_->connection(), FunctionRef<Reply()>(work)));
}

Reply Engine::palace_delete_drawer(std::string_view text, int64_t) {
  return removing_from_palace(text, "id", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(id, arguments.text(0));
    return write_palace(deleted_json,
                        [&](Palace::Seal seal) { return palace_->remove_drawer(id, seal); });
  });
}

// --- closets ---

Reply Engine::palace_add_closet(std::string_view text, int64_t) {
  return saving(text, "closet options", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(fields, arguments.object(0));
    NewCloset given;
    read_place(fields, given.place);
    given.source_file = fields.text("sourceFile");
    given.text = fields.text("text");
    GivenVector vector{fields.vector("embedding"), {}};
    LOCI_TRY(fields.finish());
    LOCI_ASSIGN(model, read_model(arguments, 1));
    vector.model = std::move(model);
    return write_palace(written_json, [&](Palace::Seal seal) {
      return palace_->add_closet(std::move(given), vector.embedding(), seal);
    });
  });
}

Reply Engine::palace_remove_closet(std::string_view text, int64_t) {
  return removing_from_palace(text, "closet", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(fields, arguments.object(0));
    PlaceName place;
    read_place(fields, place);
    const std::string source_file = fields.text("sourceFile");
    LOCI_TRY(fields.finish());
    return write_palace(removed_from_json, [&](Palace::Seal seal) {
      return palace_->remove_closet(place, source_file, seal);
    });
  });
}

// --- tunnels ---

Reply Engine::palace_create_tunnel(std::string_view text, int64_t now) {
  return saving(text, "tunnel", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(fields, arguments.object(0));
    PlaceName ends[2];
    LOCI_TRY(read_end(fields, "from", ends[0]));
    LOCI_TRY(read_end(fields, "to", ends[1]));
    const auto label = fields.optional_text("label");
    LOCI_TRY(fields.finish());
    return write_palace(written_json, [&](Palace::Seal seal) {
      return palace_->create_tunnel(ends[0], ends[1], label, now, seal);
    });
  });
}

Reply Engine::palace_delete_tunnel(std::string_view text, int64_t) {
  return removing_from_palace(text, "id", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(id, arguments.text(0));
    return write_palace(removed_from_json,
                        [&](Palace::Seal seal) { return palace_->delete_tunnel(id, seal); });
  });
}

}  // namespace loci
