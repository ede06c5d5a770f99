#pragma once

/// When two texts are the same to a reader: one stored from two sources is to be shown once.
///
/// `kDefault` takes `\r\n` and `\r` as `\n`, and leaves out blanks (spaces and tabs) at the end of
/// each line, and blanks and line ends at the end of the text. `kReference` compares bytes. Nothing
/// else is forgiven: `37 snapshots` and `15 snapshots` are two.

#include <cstdint>
#include <string_view>

#include "text/profile.h"

namespace loci {

/// Equal for texts that are the same; texts that are not may also have it, so that what decides is
/// same_text(). Not stable across versions: never stored. Linear time, no heap.
uint64_t same_text_hash(std::string_view text, Profile profile);

/// Linear time, no heap.
bool same_text(std::string_view a, std::string_view b, Profile profile);

}  // namespace loci
