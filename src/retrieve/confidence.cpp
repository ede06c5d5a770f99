// A question that a memory answers finds one item that holds most of its rare words, and stands out
// from the rest; a question that it does not answer finds many that each hold some. So there are
// two signs, of which each alone misleads:
//
//   C     how much of the query the best holds (coverage)
//   lead  1 - the mean score of the next nine / the best score; what tells the same again, with a
//         score and a coverage near those of the best, is passed over, so that copies do no harm
//   x     C x max(lead, C^4 / 2): what is covered wholly is covered, however many items do so
//
//   confidence = 1 / (1 + exp(-8.5 (x + 0.01 ln N - 0.32)))     N = documents in the memory
//
// The best holds all and the others score half of it: x = 0.5, of 1000 documents 0.89. It holds
// half, the others score nine tenths: x = 0.05, and the confidence is 0.15.
//
// The form was chosen, and slope and midpoint were fitted, on questions of XQuAD in six languages
// and of LoCoMo, each once against the whole store and once with its evidence taken out, all sets
// weighing the same. There the area under the ROC curve is 0.90 to 0.94 for each language of XQuAD,
// 0.73 for the sessions of LoCoMo and 0.63 for its turns: evidence that does not rank first is not
// missed. It is flat in all constants. It knows nothing of meaning: what only an embedding finds
// counts as not found.
//
// Tested by tests/retrieve/confidence_test.cpp.

#include "retrieve/confidence.h"

#include <algorithm>

#include "base/math.h"

namespace loci {
namespace {

constexpr size_t kOthers = 9;
constexpr double kCopy = 0.95;  // of the best score, and of its coverage
constexpr double kWhollyCovered = 0.5;
constexpr double kOfLargeMemory = 0.01;

// 1 / (1 + exp(-x)) of an x in [-8, 8], by an exponential that reaches to 2.
double logistic(double x) {
  const double root = natural_exp(std::max(x, -x) / 4);
  const double power = root * root * root * root;
  return x < 0 ? 1 / (1 + power) : power / (1 + power);
}

}  // namespace

double confidence(std::span<const ScoredSlot> best, FunctionRef<double(Slot slot)> coverage,
                  uint32_t documents) {
  if (best.empty()) return 0;
  const double top = best.front().score;
  const double covered = coverage(best.front().slot);
  const auto is_copy = [&](const ScoredSlot& other) {
    return other.score >= kCopy * top && coverage(other.slot) >= kCopy * covered;
  };
  double rest = 0;
  size_t others = 0;
  for (size_t i = 1; i < std::min(best.size(), kConfidenceCandidates) && others < kOthers; ++i) {
    if (is_copy(best[i])) continue;
    rest += best[i].score;
    ++others;
  }
  const double lead = 1 - rest / (kOthers * top);
  const double power = covered * covered * covered * covered;
  const double x = covered * std::max(lead, kWhollyCovered * power);
  return logistic(kConfidenceSlope *
                  (x + kOfLargeMemory * natural_log(documents) - kConfidenceMidpoint));
}

}  // namespace loci
