// All is worked out for the candidates alone, some hundreds, in passes over sorted arrays:
//
//   gather   the best by sequence, and for each list of the query the most that it gives to one
//   lend     each of the best tells its neighbours its score; who is near becomes a candidate
//   sum up   what each has been told, in the order of slots
//
// For a question "where did Ada move" with the turns
//
//   1 "where do you live now?"    2 "since May in Bath"    3 "Ada, did you move alone?"
//
// turn 2 holds no word of it, hears of 1 and 3, shares in where, did, Ada and move, and can be
// found beside them.
//
// Most of those that are told stand far behind. What they have of their own takes a search in each
// list, and is at most what the last of the best has; so it is asked for only where with that they
// would come far enough.
//
// Scores of nearness are lent in the same way, as if there were one list that gives them.
//
// Tested by tests/retrieve/context_test.cpp against the plain formulas, and from query to hits by
// tests/wiki/retriever_oracle_test.cpp.

#include "retrieve/context.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "base/sort.h"

namespace loci {
namespace {

// What sorts by slot, then a number below 2^18: sorting integers is quick.
int64_t packed(Slot slot, size_t number) {
  return static_cast<int64_t>(uint64_t{slot} << 18 | number);
}
Slot slot_in(int64_t packed) { return static_cast<Slot>(packed >> 18); }
size_t number_in(int64_t packed) { return static_cast<size_t>(packed & ((1 << 18) - 1)); }

class Context {
 public:
  Context(const InvertedIndex& index, const Sequences& sequences)
      : index_(index), sequences_(sequences) {}

  void take(std::span<const ScoredSlot> best, std::span<const double> held) {
    std::vector<int64_t> order;
    for (size_t i = 0; i < best.size(); ++i) order.push_back(packed(best[i].slot, i));
    heap_sort(order.begin(), order.end());
    for (const int64_t one : order) {
      const size_t rank = number_in(one);
      const auto& [slot, score] = best[rank];
      const double coverage = rank < held.size() ? kCoverageWeight * held[rank] : 0;
      const auto place = sequences_.place_of(index_.document(slot).id);
      best_.push_back({slot, score, coverage, place, place ? group_of(place->sequence) : kNoGroup});
    }
    if (!best.empty()) least_ = best.back().score;
  }

  void gather(const WeightedLists& lists) {
    std::vector<double> most(groups_.size());  // that a list gives to any of a group
    sums_.resize(groups_.size());
    for (size_t i = 0; i < lists.all().size(); ++i) {
      const PostingList& list = *lists.all()[i].list;
      std::fill(most.begin(), most.end(), 0);
      size_t hint = 0;
      for (const Best& one : best_) {
        if (!one.place) continue;
        const uint32_t units = list.frequency(one.slot, hint);
        if (units == 0) continue;
        most[one.group] = std::max(most[one.group], lists.part(i, list.count(units), one.slot));
      }
      for (size_t group = 0; group < most.size(); ++group) sums_[group] += most[group];
    }
  }

  // Of scores that no list gives.
  void gather_own() {
    sums_.resize(groups_.size());
    for (const Best& one : best_) {
      if (one.place) sums_[one.group] = std::max(sums_[one.group], one.own);
    }
  }

  void lend(Sequences::Accepts accepts) {
    for (size_t i = 0; i < best_.size(); ++i) {
      const Best& lender = best_[i];
      told_.push_back(packed(lender.slot, i));
      if (!lender.place || lender.own == 0) continue;
      sequences_.each_neighbour(index_.document(lender.slot).id, *lender.place, accepts,
                                [&](int64_t id, size_t steps) {
                                  const size_t number = steps * kContextCandidates + i;
                                  told_.push_back(packed(index_.slot_of(id), number));
                                });
    }
  }

  // Makes them candidates whatever they are told.
  void look_at(std::span<const ContextScore> others) {
    for (const ContextScore& other : others) told_.push_back(packed(other.slot, kLookedAt));
  }

  std::vector<ContextScore> sum_up(size_t wanted, FunctionRef<double(Slot slot)> own) {
    collect();
    const double bar = bar_for(wanted);
    std::vector<ContextScore> scores;
    for (Candidate& candidate : candidates_) {
      if (!candidate.is_best) {
        if (candidate.parts.sum() < bar) continue;
        settle(candidate, own(candidate.slot));
      }
      scores.push_back({candidate.slot, candidate.parts});
    }
    return scores;
  }

 private:
  static constexpr size_t kNoGroup = SIZE_MAX;
  // The number of what is only looked at: behind those of all steps.
  static constexpr size_t kLookedAt = (Sequences::kSteps + 1) * kContextCandidates;

  struct Best {
    Slot slot;
    double own;
    double coverage;
    std::optional<SequencePlace> place;
    size_t group;  // of its sequence, or kNoGroup
  };

  struct Candidate {
    Slot slot;
    bool is_best;
    size_t group;  // kNoGroup where it is in no sequence, or in one that none of the best is in
    ContextParts parts;
  };

  // Few sequences have any of the best: to look through them is quicker than a table.
  size_t group_of(int64_t sequence) {
    const auto found = std::find(groups_.begin(), groups_.end(), sequence);
    const auto group = static_cast<size_t>(found - groups_.begin());
    if (found == groups_.end()) groups_.push_back(sequence);
    return group;
  }

  static size_t steps_of(int64_t told) { return number_in(told) / kContextCandidates; }
  const Best& teller(int64_t told) const { return best_[number_in(told) % kContextCandidates]; }

  size_t known_group_of(Slot slot) const {
    const auto place = sequences_.place_of(index_.document(slot).id);
    if (!place) return kNoGroup;
    const auto found = std::find(groups_.begin(), groups_.end(), place->sequence);
    return found == groups_.end() ? kNoGroup : static_cast<size_t>(found - groups_.begin());
  }

  // Those near by are told of first. What has been told of by none near by, and is not looked at
  // anyway, is no candidate.
  void collect() {
    heap_sort(told_.begin(), told_.end());
    for (size_t begin = 0, end = 0; begin < told_.size(); begin = end) {
      const Slot slot = slot_in(told_[begin]);
      const size_t nearest = steps_of(told_[begin]);
      Candidate candidate = {slot, nearest == 0, kNoGroup, {}};
      for (; end < told_.size() && slot_in(told_[end]) == slot; ++end) {
        const size_t steps = steps_of(told_[end]);
        if (steps == 0 || steps > Sequences::kSteps) continue;
        const Best& lender = teller(told_[end]);
        const double lent = lender.own + lender.coverage;
        candidate.parts.neighbours += kNeighbourWeights[steps - 1] * lent;
      }
      if (nearest > 1 && number_in(told_[end - 1]) != kLookedAt) continue;
      const Best* const first = nearest <= Sequences::kSteps ? &teller(told_[begin]) : nullptr;
      candidate.group = first != nullptr ? first->group : known_group_of(slot);
      if (candidate.is_best) candidate.parts.coverage = first->coverage;
      settle(candidate, candidate.is_best ? first->own : least_);
      candidates_.push_back(candidate);
    }
  }

  void settle(Candidate& candidate, double own) const {
    candidate.parts.own = own;
    if (candidate.group == kNoGroup) return;
    const double beyond = std::max(0.0, sums_[candidate.group] - own);
    candidate.parts.sequence = kSequenceWeight * beyond;
  }

  // What a candidate must reach, short of errors of rounding; 0 where all are wanted. As integers,
  // scores sort as they do.
  double bar_for(size_t wanted) const {
    if (wanted == 0 || wanted > best_.size()) return 0;
    std::vector<int64_t> sums;
    for (const Candidate& candidate : candidates_) {
      if (candidate.is_best) sums.push_back(std::bit_cast<int64_t>(candidate.parts.sum()));
    }
    heap_sort(sums.begin(), sums.end());
    return std::bit_cast<double>(sums[sums.size() - wanted]) * (1 - 1e-9);
  }

  const InvertedIndex& index_;
  const Sequences& sequences_;
  std::vector<Best> best_;             // by slot
  double least_ = 0;                   // of their scores
  std::vector<int64_t> groups_;        // the sequences that any of them is in
  std::vector<double> sums_;           // by group: the most that each list gives, summed up
  std::vector<int64_t> told_;          // slot, steps and place in best_ of who tells it; packed
  std::vector<Candidate> candidates_;  // by slot
};

}  // namespace

std::vector<ContextScore> score_in_context(const InvertedIndex& index, const Sequences& sequences,
                                           const WeightedLists& lists,
                                           std::span<const ScoredSlot> best,
                                           Sequences::Accepts accepts, size_t wanted,
                                           FunctionRef<double(Slot slot)> own,
                                           std::span<const double> held) {
  Context context(index, sequences);
  context.take(best.first(std::min(best.size(), kContextCandidates)), held);
  context.gather(lists);
  context.lend(accepts);
  const auto score = [&](Slot slot) { return lists.score(slot); };
  return context.sum_up(wanted, own ? own : FunctionRef<double(Slot slot)>(score));
}

std::vector<ContextScore> lend_in_context(const InvertedIndex& index, const Sequences& sequences,
                                          std::span<const ScoredSlot> lenders,
                                          std::span<const ContextScore> others,
                                          Sequences::Accepts accepts) {
  Context context(index, sequences);
  context.take(lenders.first(std::min(lenders.size(), kContextCandidates)), {});
  context.gather_own();
  context.lend(accepts);
  context.look_at(others);
  return context.sum_up(SIZE_MAX, [](Slot) { return 0; });
}

}  // namespace loci
