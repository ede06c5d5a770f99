#pragma once

/// Makes one score of what several ways of finding say. Their own scores do not compare (BM25 has
/// no upper end, a cosine stops at 1), so each is first brought to a common scale: by its place
/// between the least and the greatest (min-max), or by its rank (reciprocal rank fusion).

#include <cstdint>

namespace loci {

enum class Fusion { kMinMax, kReciprocalRank };

/// How soon a rank loses weight; the value of Cormack, Clarke and Büttcher 2009.
inline constexpr double kReciprocalRankConstant = 60;

/// What the candidate of this rank gets, best = 1.
inline double reciprocal_rank(uint64_t rank) {
  return 1 / (kReciprocalRankConstant + static_cast<double>(rank));
}

/// The scale of one signal: include() the value of every candidate that has it, then ask.
class MinMaxScale {
 public:
  void include(double value) {
    if (empty_ || value < least_) least_ = value;
    if (empty_ || value > greatest_) greatest_ = value;
    empty_ = false;
  }

  /// In [0, 1], of a value that was included: the least gives 0, the greatest 1. Where all are
  /// equal there is nothing to tell them apart: 1 if they are > 0, else 0.
  double of(double value) const {
    if (least_ == greatest_) return value > 0 ? 1 : 0;
    return (value - least_) / (greatest_ - least_);
  }

 private:
  bool empty_ = true;
  double least_ = 0;
  double greatest_ = 0;
};

}  // namespace loci
