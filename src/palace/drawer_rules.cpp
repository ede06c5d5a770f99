// Tested by tests/palace/drawer_rules_test.cpp.

#include "palace/drawer_rules.h"

#include <utility>

#include "base/concat.h"
#include "base/content_hash.h"
#include "base/metadata.h"
#include "base/timestamp.h"
#include "text/name_key.h"
#include "text/short_text.h"
#include "text/whitespace.h"

namespace loci {
namespace {

void trim_in_place(std::string& text) {
  const std::string_view trimmed = trim(text);
  if (trimmed.size() < text.size()) text = std::string(trimmed);
}

Status normalize_place_name(const std::string& field, std::string& name) {
  trim_in_place(name);
  LOCI_TRY(check_short_text(field, name, kMaxPlaceNameBytes));
  if (!name_key(name).empty()) return Ok{};
  return invalid_argument({field, ": must hold something that is seen"});
}

Status normalize_date(std::string_view field, std::optional<std::string>& date) {
  if (date == "") date.reset();
  if (!date) return Ok{};
  auto normalized = normalize_timestamp(*date);
  if (!normalized.ok()) return invalid_argument({field, ": ", normalized.error().message});
  date = std::move(normalized.value());
  return Ok{};
}

Status check_text(std::string_view text) {
  if (text.size() > kMaxDrawerTextBytes) {
    return too_large("text", text.size(), kMaxDrawerTextBytes, "split it into several");
  }
  if (!trim(text).empty()) return Ok{};
  return invalid_argument("text: must hold something other than white space");
}

Status check_source_file(std::string_view path) {
  if (path.size() <= kMaxSourceFileBytes) return Ok{};
  return too_large("sourceFile", path.size(), kMaxSourceFileBytes, "choose a shorter one");
}

Status normalize_source(Drawer& drawer) {
  if (drawer.source_file) LOCI_TRY(check_source_file(*drawer.source_file));
  if (drawer.source_file == "") drawer.source_file.reset();
  if (drawer.chunk_index && *drawer.chunk_index > kMaxChunkIndex) {
    return invalid_argument("chunkIndex: must be an integer from 0 to 2^53 - 1");
  }
  return Ok{};
}

Status normalize_label(std::string_view field, std::optional<std::string>& label) {
  if (!label) return Ok{};
  trim_in_place(*label);
  if (label->empty()) label.reset();
  return label ? check_short_text(field, *label, kMaxPlaceNameBytes) : Ok{};
}

// The hash of `so_far` and a part that ends where its length says.
uint64_t add_part(uint64_t so_far, std::string_view part) {
  return stable_hash(part, stable_hash(concat({part.size(), ":"}), so_far));
}

}  // namespace

Status normalize_place(std::string_view field, PlaceName& place) {
  LOCI_TRY(normalize_place_name(concat({field, "wing"}), place.wing));
  return normalize_place_name(concat({field, "room"}), place.room);
}

Status normalize(NewDrawer& given) {
  Drawer& drawer = given.drawer;
  if (!drawer.name.empty()) LOCI_TRY(check_short_text("id", drawer.name, kMaxDrawerIdBytes));
  LOCI_TRY(normalize_place("", given.place));
  LOCI_TRY(check_text(drawer.text));
  LOCI_TRY(normalize_label("hall", drawer.hall));
  LOCI_TRY(normalize_source(drawer));
  LOCI_TRY(normalize_date("authoredAt", drawer.authored_at));
  LOCI_TRY(normalize_date("filedAt", drawer.filed_at));
  if (!drawer.metadata) return Ok{};
  LOCI_ASSIGN(metadata, normalize_metadata(*drawer.metadata));
  drawer.metadata = std::move(metadata);
  return Ok{};
}

Status normalize(NewCloset& closet) {
  LOCI_TRY(normalize_place("", closet.place));
  if (closet.source_file.empty()) return invalid_argument("sourceFile: must not be empty");
  LOCI_TRY(check_source_file(closet.source_file));
  return check_text(closet.text);
}

Status normalize_tunnel(PlaceName& from, PlaceName& to, std::optional<std::string>& label) {
  LOCI_TRY(normalize_place("from.", from));
  LOCI_TRY(normalize_place("to.", to));
  return normalize_label("label", label);
}

std::string default_drawer_name(const NewDrawer& given) {
  const Drawer& drawer = given.drawer;
  const auto index = drawer.chunk_index ? std::to_string(*drawer.chunk_index) : std::string();
  uint64_t hash = kEmptyHash;
  for (const std::string& part : {name_key(given.place.wing), name_key(given.place.room),
                                  drawer.source_file.value_or(""), index}) {
    hash = add_part(hash, part);
  }
  return concat({"drawer_", hash_text(add_part(hash, drawer.text))});
}

}  // namespace loci
