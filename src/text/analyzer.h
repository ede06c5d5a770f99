#pragma once

#include "text/profile.h"

namespace loci {

class Segmenter;

/// What turns texts and queries into terms: the rules, and the dictionary where there is one. An
/// index finds what a query asks for only when both were read with the same one.
///
/// Made from a Profile without saying so: what needs no dictionary passes that.
struct Analyzer {
  Analyzer(Profile profile, const Segmenter* segmenter = nullptr)
      : profile(profile), segmenter(segmenter) {}

  Profile profile;
  const Segmenter* segmenter;  // null: bigrams alone; outlives the analyzer
};

}  // namespace loci
