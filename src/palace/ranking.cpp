// Tested by tests/palace/ranking_test.cpp.

#include "palace/ranking.h"

#include <algorithm>

#include "base/math.h"
#include "base/sort.h"
#include "retrieve/fusion.h"

namespace loci {
namespace {

constexpr double kBoosts[kBoostingClosets] = {0.40, 0.25, 0.15, 0.08, 0.04};
constexpr double kFarthest = 2;

constexpr double kSimilarityShare = 0.6;
constexpr double kWordsShare = 0.4;

constexpr size_t kTurnsOfFile = 2;

bool ranks_before(const PalaceIndex& index, const PalaceCandidate& a, const PalaceCandidate& b) {
  if (a.score != b.score) return a.score > b.score;
  const DrawerFacts& first = index.facts(a.number);
  const DrawerFacts& second = index.facts(b.number);
  if (first.authored_at != second.authored_at) return first.authored_at > second.authored_at;
  return first.id < second.id;
}

}  // namespace

double closet_boost(size_t rank, double distance) {
  return rank < kBoostingClosets && distance <= kFarthestCloset ? kBoosts[rank] : 0;
}

double effective_distance(double distance, double boost) {
  return std::clamp(distance - boost, 0.0, kFarthest);
}

double similarity(Metric metric, double effective_distance) {
  if (metric == Metric::kL2) return 1 / (1 + effective_distance);
  if (metric == Metric::kInnerProduct) return 1 / (1 + natural_exp(effective_distance));
  return std::max(0.0, 1 - effective_distance);
}

void score(Metric metric, std::vector<PalaceCandidate>& candidates) {
  MinMaxScale words;
  for (const PalaceCandidate& candidate : candidates) words.include(candidate.bm25);
  for (PalaceCandidate& candidate : candidates) {
    candidate.score = words.of(candidate.bm25);
    if (!candidate.distance) continue;
    candidate.effective_distance = effective_distance(*candidate.distance, candidate.boost);
    candidate.similarity = similarity(metric, *candidate.effective_distance);
    candidate.score =
        kSimilarityShare * *candidate.similarity + kWordsShare * words.of(candidate.bm25);
  }
}

void sort_by_rank(const PalaceIndex& index, std::vector<PalaceCandidate>& candidates) {
  heap_sort(candidates.begin(), candidates.end(),
            [&](const PalaceCandidate& a, const PalaceCandidate& b) {
              return ranks_before(index, a, b);
            });
}

std::vector<size_t> take_turns(const std::vector<uint64_t>& files, size_t limit, size_t& within) {
  std::vector<size_t> places;
  std::vector<size_t> waiting;
  for (size_t i = 0; i < files.size() && places.size() < limit; ++i) {
    const auto is_of_file = [&](size_t place) { return files[place] == files[i]; };
    const auto taken = std::count_if(places.begin(), places.end(), is_of_file);
    const bool waits = files[i] != 0 && static_cast<size_t>(taken) >= kTurnsOfFile;
    (waits ? waiting : places).push_back(i);
  }
  within = places.size();
  for (size_t i = 0; i < waiting.size() && places.size() < limit; ++i) {
    places.push_back(waiting[i]);
  }
  return places;
}

}  // namespace loci
