#pragma once

/// What a drawer, a closet and a tunnel may be: one place for the rules of their fields, used by
/// every way in. Texts are valid UTF-8 already; the boundary repairs them.
///
/// White space is that of text/whitespace.h, control characters are those of its is_control().

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "palace/place_name.h"
#include "store/drawer.h"

namespace loci {

inline constexpr size_t kMaxDrawerIdBytes = 512;
inline constexpr size_t kMaxPlaceNameBytes = 512;  // of a wing, of a room; a hall and a label, too
inline constexpr size_t kMaxSourceFileBytes = 4096;
inline constexpr size_t kMaxDrawerTextBytes = size_t{16} << 20;
/// The largest integer that JavaScript's numbers hold exactly, 2^53 - 1.
inline constexpr int64_t kMaxChunkIndex = (int64_t{1} << 53) - 1;

/// A drawer as it is handed in. `drawer.name` is empty where the store is to choose it; the
/// drawer's id and place are unused.
struct NewDrawer {
  PlaceName place;
  Drawer drawer;
  bool says_when_filed = false;  // if only that nobody knows; else it is now
};

/// A closet as it is handed in.
struct NewCloset {
  PlaceName place;
  std::string source_file;
  std::string text;
};

/// Each of these brings what was handed in to its stored form, or names the first field that breaks
/// a rule: `invalid_argument`, `too_large`.
///
/// A place: names trimmed, and nothing else changed. None may be blank, nor hold a control
/// character, so none has a line end inside. `field` stands before `wing` and `room` in messages.
Status normalize_place(std::string_view field, PlaceName& place);

/// A drawer: the place so, `hall` trimmed, an empty hall, source file or date none, dates and
/// metadata normalised, the text as it is. It must not be blank.
Status normalize(NewDrawer& drawer);

/// A closet: the place so, the rest as it is. Neither source file nor text may be empty.
Status normalize(NewCloset& closet);

/// A tunnel: both places so, `from.` and `to.` in messages, and the label as a hall.
Status normalize_tunnel(PlaceName& from, PlaceName& to, std::optional<std::string>& label);

/// The name of a drawer that came without one, a hash of what makes it the same drawer: the keys of
/// its place, its source file, its number in that and its text. Stable across versions.
std::string default_drawer_name(const NewDrawer& drawer);

}  // namespace loci
