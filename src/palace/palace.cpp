// Tested by tests/palace/palace_test.cpp and tests/engine_palace_model_test.cpp.

#include "palace/palace.h"

#include <utility>

#include "base/concat.h"
#include "base/content_hash.h"
#include "base/timestamp.h"
#include "palace/places.h"

namespace loci {
namespace {

using Action = PalaceChange::Action;

bool same_fields(const Drawer& a, const Drawer& b) {
  return a.place == b.place && a.hall == b.hall && a.source_file == b.source_file &&
         a.chunk_index == b.chunk_index && a.authored_at == b.authored_at &&
         a.filed_at == b.filed_at && a.metadata == b.metadata;
}

template <typename T>
bool differs(const std::optional<T>& given, const std::optional<T>& known) {
  return given && given != known;
}

// Whether a field that was given, the place aside, is another than that of the drawer there is.
bool asks_for_others(const NewDrawer& given, const Drawer& known) {
  const Drawer& drawer = given.drawer;
  return (given.says_when_filed && drawer.filed_at != known.filed_at) ||
         differs(drawer.chunk_index, known.chunk_index) || differs(drawer.hall, known.hall) ||
         differs(drawer.source_file, known.source_file) ||
         differs(drawer.authored_at, known.authored_at) || differs(drawer.metadata, known.metadata);
}

}  // namespace

std::string_view name_of(Action action) {
  switch (action) {
    case Action::kAdded:
      return "added";
    case Action::kUpdated:
      return "updated";
    default:
      return "same";
  }
}

OwnedText owned_text(const Drawer& drawer) {
  return {drawer.id, stable_hash(drawer.text), concat({"drawer ", drawer.name})};
}

OwnedText owned_text(const Closet& closet) {
  return {closet.id, stable_hash(closet.text), concat({"the closet of ", closet.source_file})};
}

Palace::Palace(Store& store, const Analyzer& analyzer) : store_(store), index_(store, analyzer) {}

// Every write goes this way: the store first, then the index.
Result<PalaceChange> Palace::write(Work work, Seal seal) {
  Writing writing;
  const bool in_batch = store_.connection().in_transaction();
  const auto sealed = [&]() -> Status {
    LOCI_TRY(work(writing));
    return seal ? seal(writing.change) : Ok{};
  };
  LOCI_TRY(in_some_transaction(store_, StatusWork(sealed)));
  const Status followed = follow(writing);
  if (in_batch && !followed.ok()) return followed.error();
  return std::move(writing.change);
}

Status Palace::follow(const Writing& writing) {
  const auto& [change, gone, came, closet_gone, closet, got_vector] = writing;
  if (closet || closet_gone != 0) {
    return index_.follow_closet(closet_gone, closet ? &*closet : nullptr);
  }
  if (!gone && !came) return Ok{};
  if (!gone || !came || gone->id != came->id) {
    return index_.follow(gone ? &*gone : nullptr, came ? &*came : nullptr);
  }
  if (change.action == Action::kUpdated) LOCI_TRY(index_.follow_fields(*came));
  return got_vector ? index_.follow_vector(came->id) : Ok{};
}

// --- drawers ---

Result<PalaceChange> Palace::add_drawer(NewDrawer given, const std::optional<Embedding>& embedding,
                                        int64_t now, Seal seal) {
  LOCI_TRY(normalize(given));
  const auto work = [&](Writing& writing) -> Status {
    LOCI_TRY(find_or_name(given, writing.gone));
    const auto& known = writing.gone;
    if (known && known->text == given.drawer.text) return keep(given, embedding, writing);
    if (!given.says_when_filed) given.drawer.filed_at = format_instant(now);
    return put(given, embedding, writing);
  };
  return write(work, seal);
}

// The drawer that is meant, or the name of a new one.
Status Palace::find_or_name(NewDrawer& given, std::optional<Drawer>& known) {
  std::string& name = given.drawer.name;
  const bool is_named = !name.empty();
  const std::string wanted = is_named ? name : default_drawer_name(given);
  for (int number = 1;; ++number) {
    name = number == 1 ? wanted : concat({wanted, "_", number});
    LOCI_ASSIGN(found, get(name));
    if (found && !is_named && found->text != given.drawer.text) continue;
    known = std::move(found);
    return Ok{};
  }
}

// The text is there already.
Status Palace::keep(const NewDrawer& given, const std::optional<Embedding>& embedding,
                    Writing& writing) {
  const Drawer& known = *writing.gone;
  LOCI_ASSIGN(place, store_.places().find(given.place.wing, given.place.room));
  writing.change.action = Action::kSame;
  writing.change.name = known.name;
  writing.change.fields_passed_over = place != known.place || asks_for_others(given, known);
  writing.came = known;
  if (!embedding) return Ok{};
  return put_vector(store_.drawer_vectors(), owned_text(known), *embedding, writing);
}

// In the place of `writing.gone`, if there is one.
Status Palace::put(NewDrawer& given, const std::optional<Embedding>& embedding, Writing& writing) {
  PalaceChange& change = writing.change;
  Drawer& drawer = given.drawer;
  const auto& before = writing.gone;
  LOCI_ASSIGN(place, store_.intern_place(given.place.wing, given.place.room));
  drawer.place = place;
  change.name = drawer.name;
  if (before && before->text == drawer.text && same_fields(*before, drawer)) {
    drawer.id = before->id;
    change.action = Action::kSame;
  } else {
    LOCI_ASSIGN(cleaned, put_fields(drawer, before));
    change.action = before ? Action::kUpdated : Action::kAdded;
    change.closets_removed = cleaned.closets;
    change.tunnels_removed = cleaned.tunnels;
  }
  if (embedding) {
    LOCI_TRY(put_vector(store_.drawer_vectors(), owned_text(drawer), *embedding, writing));
  }
  writing.came = std::move(drawer);
  return Ok{};
}

// Another text is another drawer to all that go by ids.
Result<Cleaned> Palace::put_fields(Drawer& drawer, const std::optional<Drawer>& before) {
  const bool same_text = before && before->text == drawer.text;
  if (!same_text) {
    return store_.put_drawer(drawer, before ? std::optional(before->id) : std::nullopt);
  }
  drawer.id = before->id;
  return store_.update_drawer(drawer);
}

// A vector alone is counted by itself: others look for that. One that comes to a text that others
// know counts beside the change of fields, too.
Status Palace::put_vector(VectorTable& table, const OwnedText& text, const Embedding& embedding,
                          Writing& writing) {
  LOCI_TRY(put_with_text(table, text, embedding));
  writing.change.vector_passed_over = table.damaged();
  writing.got_vector = !table.damaged();
  const bool is_known = text.owner != store_.revision();
  return is_known && writing.got_vector ? store_.count_vector_write() : Ok{};
}

Result<PalaceChange> Palace::change_drawer(NewDrawer given,
                                           const std::optional<Embedding>& embedding, Seal seal) {
  LOCI_TRY(normalize(given));
  const auto work = [&](Writing& writing) -> Status {
    LOCI_ASSIGN(known, get(given.drawer.name));
    writing.gone = std::move(known);
    return put(given, embedding, writing);
  };
  return write(work, seal);
}

Result<PalaceChange> Palace::remove_drawer(std::string_view name, Seal seal) {
  const auto work = [&](Writing& writing) -> Status {
    LOCI_ASSIGN(known, get(name));
    if (!known) return Ok{};
    LOCI_ASSIGN(cleaned, store_.remove_drawer(known->id));
    writing.change.action = Action::kRemoved;
    writing.change.closets_removed = cleaned.closets;
    writing.change.tunnels_removed = cleaned.tunnels;
    writing.gone = std::move(known);
    return Ok{};
  };
  return write(work, seal);
}

Result<std::optional<Drawer>> Palace::get(std::string_view name) {
  LOCI_ASSIGN(id, store_.drawers().find(name));
  if (!id) return std::optional<Drawer>();
  LOCI_ASSIGN(drawer, store_.drawers().get(*id));
  return std::optional<Drawer>(std::move(drawer));
}

Result<PalaceIndex*> Palace::index() {
  LOCI_TRY(index_.load());
  return &index_;
}

Result<std::optional<NewDrawer>> Palace::given_drawer(std::string_view name) {
  LOCI_ASSIGN(drawer, get(name));
  if (!drawer) return std::optional<NewDrawer>();
  LOCI_ASSIGN(places, Places::load(store_));
  const ShownPlace* const place = places.find(drawer->place);
  if (place == nullptr) return fail(ErrorCode::kStoreDamaged, {"drawer ", name, " has no place"});
  return std::optional<NewDrawer>({{place->wing, place->room}, std::move(*drawer), true});
}

}  // namespace loci
