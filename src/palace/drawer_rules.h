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

/// When a drawer that is handed in says that it was filed.
enum class FiledAt {
  kUnsaid,  // now
  kNever,   // undated
  kSaid,
};

/// A drawer as it is handed in. `drawer.name` is empty where the store is to choose it; the
/// drawer's id and place are unused.
struct NewDrawer {
  PlaceName place;
  Drawer drawer;
  FiledAt filed = FiledAt::kUnsaid;
};

/// A closet as it is handed in.
struct NewCloset {
  PlaceName place;
  std::string source_file;
  std::string text;
};

/// The stored form of a place: names trimmed, and nothing else changed. `invalid_argument` where
/// one is blank or holds a control character, so no name has a line end inside; `too_large` past
/// kMaxPlaceNameBytes. `field` is put before `wing` and `room` in messages.
Result<PlaceName> normalize_place(std::string_view field, PlaceName place);

/// Checks all fields and gives the drawer back in its stored form: names of the place and `hall`
/// trimmed, an empty hall or source file none, dates and metadata normalised, the text as it is. It
/// must not be blank. The first field that breaks a rule is named in the error.
Result<NewDrawer> normalize(NewDrawer drawer);

/// The same for a closet, whose source file must be there.
Result<NewCloset> normalize(NewCloset closet);

/// The name of a drawer that came without one, a hash of what makes it the same drawer: the keys of
/// its place, its source file, its number in that and its text. Stable across versions.
std::string default_drawer_name(const NewDrawer& drawer);

}  // namespace loci
