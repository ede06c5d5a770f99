// All is worked out for the candidates alone, some hundreds, and in three passes that each read a
// sorted array:
//
//   lend     each of the best tells its neighbours its score; who is near becomes a candidate
//   read     what each list gives to each candidate, list by list, which are both by slot
//   gather   the candidates by sequence, and for each list the most that one of them gets
//
// For a question "where did Ada move" with the turns
//
//   1 "where do you live now?"    2 "since May in Bath"    3 "Ada, did you move alone?"
//
// turn 2 holds no word of it, hears of 1 and 3, shares in where, did, Ada and move, and can be
// found beside them.
//
// Tested by tests/retrieve/context_test.cpp against the plain formulas, and from query to hits by
// tests/wiki/retriever_oracle_test.cpp.

#include "retrieve/context.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "base/sort.h"

namespace loci {
namespace {

class Context {
 public:
  Context(const InvertedIndex& index, const Sequences& sequences, const WeightedLists& lists)
      : index_(index), sequences_(sequences), lists_(lists) {}

  void take(std::span<const ScoredSlot> best, Sequences::Accepts accepts) {
    for (const ScoredSlot& one : best.first(std::min(best.size(), kContextCandidates))) {
      const auto place = sequences_.place_of(index_.document(one.slot).id);
      told_.push_back({one.slot, 0, one.slot, 0, {}});
      if (!place) continue;
      told_.back().sequence = place->sequence;
      lend(one, *place, accepts);
    }
    merge();
  }

  std::vector<ContextScore> scores() {
    read_lists();
    gather_sequences();
    return std::move(scores_);
  }

 private:
  // One document is told of another's score; one of the best, 0 steps away, of itself.
  struct Told {
    Slot slot;
    size_t steps;
    Slot from;
    double share;
    std::optional<int64_t> sequence;
  };

  struct Member {
    int64_t sequence;
    size_t place;  // in scores_
  };

  void lend(const ScoredSlot& lender, const SequencePlace& place, Sequences::Accepts accepts) {
    const auto tell = [&](int64_t neighbour, size_t steps) {
      told_.push_back({index_.slot_of(neighbour), steps, lender.slot,
                       kNeighbourWeights[steps - 1] * lender.score, place.sequence});
    };
    sequences_.each_neighbour(index_.document(lender.slot).id, place, accepts, tell);
  }

  // Sums up what each has been told, those near by first, in the order of slots. What has been told
  // of none near by is no candidate.
  void merge() {
    heap_sort(told_.begin(), told_.end(), [](const Told& a, const Told& b) {
      return std::tie(a.slot, a.steps, a.from) < std::tie(b.slot, b.steps, b.from);
    });
    for (const Told& told : told_) {
      if (scores_.empty() || scores_.back().slot != told.slot) {
        if (told.steps > 1) continue;
        scores_.push_back({told.slot, {}});
        if (told.sequence) members_.push_back({*told.sequence, scores_.size() - 1});
      }
      scores_.back().parts.neighbours += told.share;
    }
  }

  void read_lists() {
    given_.resize(scores_.size() * list_count());
    for (size_t i = 0; i < list_count(); ++i) {
      const PostingList& list = *lists_.all()[i].list;
      size_t hint = 0;
      for (size_t at = 0; at < scores_.size(); ++at) {
        const Slot slot = scores_[at].slot;
        const uint32_t units = list.frequency(slot, hint);
        if (units == 0) continue;
        const double given = lists_.part(i, list.count(units), slot);
        given_[at * list_count() + i] = given;
        scores_[at].parts.own += given;
      }
    }
    if (kCoverageWeight == 0) return;
    for (auto& [slot, parts] : scores_) parts.coverage = kCoverageWeight * lists_.coverage(slot);
  }

  void gather_sequences() {
    heap_sort(members_.begin(), members_.end(), [](const Member& a, const Member& b) {
      return std::tie(a.sequence, a.place) < std::tie(b.sequence, b.place);
    });
    std::vector<double> most(list_count());
    for (size_t begin = 0, end = 0; begin < members_.size(); begin = end) {
      std::fill(most.begin(), most.end(), 0);
      for (; end < members_.size() && members_[end].sequence == members_[begin].sequence; ++end) {
        raise(most, members_[end].place);
      }
      double sum = 0;
      for (const double given : most) sum += given;
      for (size_t i = begin; i < end; ++i) {
        ContextParts& parts = scores_[members_[i].place].parts;
        parts.sequence = kSequenceWeight * (sum - parts.own);
      }
    }
  }

  void raise(std::vector<double>& most, size_t place) const {
    const double* given = given_.data() + place * list_count();
    for (size_t i = 0; i < list_count(); ++i) most[i] = std::max(most[i], given[i]);
  }

  size_t list_count() const { return lists_.all().size(); }

  const InvertedIndex& index_;
  const Sequences& sequences_;
  const WeightedLists& lists_;
  std::vector<Told> told_;
  std::vector<ContextScore> scores_;  // by slot
  std::vector<Member> members_;       // those of scores_ that are in a sequence
  std::vector<double> given_;         // by place in scores_, then list
};

}  // namespace

std::vector<ContextScore> score_in_context(const InvertedIndex& index, const Sequences& sequences,
                                           const WeightedLists& lists,
                                           std::span<const ScoredSlot> best,
                                           Sequences::Accepts accepts) {
  Context context(index, sequences, lists);
  context.take(best, accepts);
  return context.scores();
}

}  // namespace loci
