// One pass over the tokens with a ring of the last 32: a token that means something to the question
// comes in at the right, and drops out at the left 32 tokens later. For each term of the question
// the stretch knows how many of its matches have how many sixteenths, and which numbers occur, as
// bits of a word; so the likest is found in one step, and the sum follows by a subtraction and an
// addition. O(tokens + matches), whatever the question.
//
// For "move to the coast" and stretches of 3 tokens, where `moved` is 9/16 of `move`,
//
//   she  moved  away  to  the  coast     move: 9/16 at `moved`, dropped at `to`
//        \__________/     \________/     the best: 9/16 x worth(move), or worth(coast)
//
// Worths are cut to whole multiples of 2^-24. So sums of them and their sixteenths are exact, and
// come out the same whatever was added and taken away on the way there.
//
// Tested by tests/retrieve/best_stretch_test.cpp against a look at every stretch.

#include "retrieve/best_stretch.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/sort.h"

namespace loci {
namespace {

constexpr uint32_t kExact = kSixteenths;

// Positive, and far below 2^24.
double in_exact_steps(double worth) {
  constexpr double kSteps = 1 << 24;
  return static_cast<double>(static_cast<uint64_t>(worth * kSteps)) / kSteps;
}

// By length first: most terms are told apart without a look at their bytes.
bool is_before(std::string_view a, std::string_view b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

// The tokens that the stretch ends with, and what they give.
class Stretch {
 public:
  explicit Stretch(const std::vector<double>& worths) : worths_(worths), held_(worths.size()) {}

  // One more token, which means the terms [first, last).
  void take(const StretchTerm* first, const StretchTerm* last) {
    Place& place = ring_[next_];
    next_ = (next_ + 1) % kStretchTokens;
    for (const StretchTerm* at = place.first; at != place.last; ++at) count(*at, -1);
    place = {first, last};
    for (const StretchTerm* at = first; at != last; ++at) count(*at, 1);
  }

  double sum() const { return sum_; }

 private:
  struct Place {
    const StretchTerm* first = nullptr;
    const StretchTerm* last = nullptr;
  };

  struct Held {
    std::array<uint8_t, kExact + 1> counts = {};  // of its matches, by sixteenths
    uint32_t present = 0;                         // the bits of those that are not 0
  };

  static double likeness(const Held& held) {
    return held.present == 0 ? 0 : (std::bit_width(held.present) - 1) / double{kExact};
  }

  void count(const StretchTerm& match, int change) {
    Held& held = held_[match.of];
    const double before = likeness(held);
    uint8_t& count = held.counts[match.sixteenths];
    count = static_cast<uint8_t>(count + change);
    const uint32_t bit = uint32_t{1} << match.sixteenths;
    held.present = count > 0 ? held.present | bit : held.present & ~bit;
    sum_ += worths_[match.of] * (likeness(held) - before);
  }

  const std::vector<double>& worths_;
  std::vector<Held> held_;  // of each term of the question
  std::array<Place, kStretchTokens> ring_;
  size_t next_ = 0;
  double sum_ = 0;
};

}  // namespace

BestStretch::BestStretch(std::vector<StretchTerm> terms, std::vector<double> worths)
    : terms_(std::move(terms)), worths_(std::move(worths)) {
  for (double& worth : worths_) worth = in_exact_steps(worth);
  heap_sort(terms_.begin(), terms_.end(), [](const StretchTerm& a, const StretchTerm& b) {
    return a.term == b.term ? a.of < b.of : is_before(a.term, b.term);
  });
}

double BestStretch::of(const TokenBuffer& tokens) const {
  Stretch stretch(worths_);
  double best = 0;
  for (const Token& token : tokens.tokens) {
    if (!counts_in_length(token)) continue;
    const std::string_view term = tokens.term(token);
    const auto first = std::lower_bound(
        terms_.begin(), terms_.end(), term,
        [](const StretchTerm& a, std::string_view b) { return is_before(a.term, b); });
    auto last = first;
    while (last != terms_.end() && last->term == term) ++last;
    stretch.take(terms_.data() + (first - terms_.begin()), terms_.data() + (last - terms_.begin()));
    best = std::max(best, stretch.sum());
  }
  return best;
}

BestStretch::All BestStretch::of_all(Slot slot) const {
  std::vector<uint8_t> likest(worths_.size());
  for (const StretchTerm& term : terms_) {
    if (term.sixteenths <= likest[term.of] || term.list->frequency(slot) == 0) continue;
    likest[term.of] = term.sixteenths;
  }
  All all;
  for (size_t i = 0; i < worths_.size(); ++i) {
    all.sum += worths_[i] * likest[i] / kExact;
    all.terms += likest[i] > 0;
  }
  return all;
}

}  // namespace loci
