#pragma once

/// The piece of a text that shows why it was found.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "text/analyzer.h"
#include "text/chunks.h"

namespace loci {

inline constexpr uint32_t kExcerptLength = 120;    // code points
inline constexpr uint32_t kExcerptReach = 32'000;  // what stands behind is never looked at

/// Another form of a term, and how much of the term it counts, in sixteenths.
struct ExcerptForm {
  std::string_view term;
  uint32_t sixteenths;
};

/// A term of the query, as parse_query() makes them: found where the text yields the same term, a
/// lone character of a script without spaces also inside a bigram, and where it yields a form.
struct ExcerptTerm {
  static constexpr uint32_t kWhole = 16;

  std::string_view term;
  bool lone_character = false;
  uint32_t sixteenths = kWhole;             // what it counts, > 0; less for what is hardly meant
  std::span<const ExcerptForm> forms = {};  // each counts less than it
};

/// Bytes of the source, unchanged, and where they stand in it, [start, end): in code points, and in
/// UTF-16 units.
struct Excerpt {
  ChunkRange range;
  ChunkRange range16;
  std::string_view text;  // a view into the content
};

/// At most kExcerptLength of the first kExcerptReach code points of `content` (valid UTF-8; bad
/// bytes do no harm), taken where the most of the `terms` (each given once) stand together, the
/// earliest such place: where the sum of what they count is greatest, each once and by the best of
/// what is found of it. Where none is found, it is taken at the start. Only terms inside `within`
/// count (code points, such as the best chunk; what of it lies past the reach is ignored, and all
/// of it where nothing is left); the context around them may come from outside of it.
///
/// Where that costs no term, the excerpt begins with a sentence or a word. It splits no character
/// that is made of several code points (marks, emoji sequences, flags, conjuncts), unless that one
/// is longer than an excerpt or a term would be lost. Empty for an empty content alone.
///
/// Takes time linear in the part of the content that is looked at, and in the terms.
Excerpt take_excerpt(std::string_view content, std::span<const ExcerptTerm> terms,
                     std::optional<ChunkRange> within, const Analyzer& analyzer);

}  // namespace loci
