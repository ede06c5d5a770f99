#pragma once

namespace loci {

/// By what a question's words find other forms of themselves, as `migrations` finds `migrated`;
/// chosen when a memory is opened and never stored.
enum class Forms {
  kOff,    // not at all
  kStems,  // by a common beginning
  kGrams,  // by shared n-grams
  kBoth,
};

constexpr bool has_stems(Forms forms) { return forms == Forms::kStems || forms == Forms::kBoth; }
constexpr bool has_grams(Forms forms) { return forms == Forms::kGrams || forms == Forms::kBoth; }

}  // namespace loci
