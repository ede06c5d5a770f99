#pragma once

#include "text/forms.h"
#include "text/profile.h"

namespace loci {

class Segmenter;

/// What turns texts and queries into terms: the rules, and the dictionary where there is one. An
/// index finds what a query asks for only when both were read with the same one.
///
/// Made from a Profile without saying so: what needs no dictionary passes that.
struct Analyzer {
  Analyzer(Profile profile, const Segmenter* segmenter = nullptr, Forms forms = Forms::kOff)
      : profile(profile), segmenter(segmenter), forms(forms) {}

  Profile profile;
  const Segmenter* segmenter;  // null: bigrams alone; outlives the analyzer
  Forms forms;                 // kOff in the reference profile
};

}  // namespace loci
