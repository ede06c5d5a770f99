// The formula needs of a pool how many documents it has, how long they are on average, and in how
// many of them each term of the query stands. The first two are counted by a pass over what is
// known of the documents. For the third there are two ways, and whichever reads less is taken:
//
//   look each document up in the list         a pool of 100 of 100 000 documents, or, counting
//   (of the pool, or of those outside)        those outside, a pool of all but 600
//   read the list through                     a pool of half of them
//
// The best are then found by looking up all of a small pool, or by the pruned search of
// index/top_k.cpp, which takes any weights and reads no more than the postings.
//
// Tested by tests/retrieve/pool_search_test.cpp: against an index of the pool alone, to the last
// bit.

#include "retrieve/pool_search.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>

#include "index/best_slots.h"

namespace loci {
namespace {

// Looking one document up takes as long as reading about so many postings in a row.
constexpr size_t kPostingsPerLookup = 12;

bool is_worth_looking_up(size_t documents, size_t lists, size_t postings) {
  return documents * lists * kPostingsPerLookup < postings;
}

// The living documents, by whether a filter accepts them.
struct Sides {
  std::unique_ptr<Slot[]> slots;  // those inside, rising; at the end those outside, falling
  size_t inside = 0;
  size_t outside = 0;
  uint64_t length_inside = 0;  // of the documents, in tokens
  Slot slot_count;

  std::vector<Slot> slots_inside() const { return {slots.get(), slots.get() + inside}; }
  std::vector<Slot> slots_outside() const {
    const std::reverse_iterator last(slots.get() + slot_count);
    return {last, last + static_cast<std::ptrdiff_t>(outside)};
  }
};

// Without branches: what a filter accepts next is a matter of chance.
Sides split(const InvertedIndex& index, const DocumentFilter& filter) {
  Sides sides;
  sides.slot_count = index.slot_count();
  sides.slots = std::make_unique_for_overwrite<Slot[]>(sides.slot_count);
  const uint32_t* const lengths = index.lengths();
  Slot slot = 0;
  for (const Document& document : index.documents()) {
    const bool accepted = filter.accepts(document);
    const bool inside = accepted & index.is_alive(slot);
    const size_t place = accepted ? sides.inside : sides.slot_count - 1 - sides.outside;
    sides.slots[place] = slot;
    sides.inside += inside;
    sides.outside += !accepted & index.is_alive(slot);
    sides.length_inside += inside ? lengths[slot] : 0;
    ++slot;
  }
  return sides;
}

// The slots of those listed that the index has, rising as their ids do.
std::vector<Slot> slots_of(const InvertedIndex& index, const std::vector<int64_t>& ids) {
  std::vector<Slot> slots;
  for (const int64_t id : ids) {
    if (const Slot slot = index.slot_of(id); slot != index.slot_count()) slots.push_back(slot);
  }
  return slots;
}

std::vector<Slot> slots_accepted(const InvertedIndex& index, const DocumentFilter& filter) {
  if (filter.listed != nullptr) return slots_of(index, *filter.listed);
  return split(index, filter).slots_inside();
}

}  // namespace

PoolSearch::PoolSearch(InvertedIndex& index, const std::vector<QueryTerm>& query, Profile profile,
                       DocumentFilter pool)
    : index_(index), pool_(std::move(pool)), asked_(index, query, profile) {
  count_pool();
  const Bm25 bm25 = index.bm25_of(document_count_, average_length_);
  std::vector<double> idfs;
  for (const QueryList& asked : asked_.all()) {
    idfs.push_back(bm25.idf(document_frequency(*asked.list)));
    postings_ += asked.list->document_frequency();
  }
  lists_.emplace(index, bm25, query, asked_, idfs);
}

void PoolSearch::count_pool() {
  if (pool_.accepts_all()) {
    document_count_ = index_.document_count();
    average_length_ = index_.average_length();
    return;
  }
  if (pool_.listed != nullptr) {
    fewer_ = slots_of(index_, *pool_.listed);
    fewer_are_in_ = true;
    document_count_ = static_cast<uint32_t>(fewer_.size());
    uint64_t length = 0;
    for (const Slot slot : fewer_) length += index_.length(slot);
    if (length > 0) average_length_ = static_cast<double>(length) / document_count_;
    return;
  }
  const Sides sides = split(index_, pool_);
  document_count_ = static_cast<uint32_t>(sides.inside);
  if (document_count_ > 0) {
    average_length_ = static_cast<double>(sides.length_inside) / document_count_;
  }
  fewer_are_in_ = sides.inside < sides.outside;
  fewer_ = fewer_are_in_ ? sides.slots_inside() : sides.slots_outside();
}

uint32_t PoolSearch::document_frequency(const PostingList& list) {
  const uint32_t fewer = count_fewer(list);
  return fewer_are_in_ ? fewer : list.document_frequency() - fewer;
}

// In how many of the fewer documents the term stands.
uint32_t PoolSearch::count_fewer(const PostingList& list) {
  uint32_t count = 0;
  if (is_worth_looking_up(fewer_.size(), 1, list.document_frequency())) {
    size_t hint = 0;
    for (const Slot slot : fewer_) count += list.frequency(slot, hint) > 0;
    return count;
  }
  if (marks_.empty()) {
    marks_.resize(index_.slot_count());
    for (const Slot slot : fewer_) marks_[slot] = 1;
  }
  for (const auto& entry : list.entries()) {
    const Slot* const slots = entry.block.slots();
    const uint32_t size = entry.block.size();
    for (uint32_t i = 0; i < size; ++i) count += marks_[slots[i]];
  }
  return count;
}

std::vector<ScoredSlot> PoolSearch::top_k(size_t k) const {
  if (fewer_are_in_) return best_of(fewer_, k, pool_);
  return loci::top_k(index_, lists_->bm25(), lists_->all(), k, pool_);
}

std::vector<ScoredSlot> PoolSearch::top_k(size_t k, const DocumentFilter& among) const {
  return best_of(slots_accepted(index_, among), k, among);
}

// The best of `slots`, which are those that `filter` accepts.
std::vector<ScoredSlot> PoolSearch::best_of(const std::vector<Slot>& slots, size_t k,
                                            const DocumentFilter& filter) const {
  if (slots.empty() || k == 0) return {};
  if (filter.listed == nullptr &&
      !is_worth_looking_up(slots.size(), lists_->all().size(), postings_)) {
    return loci::top_k(index_, lists_->bm25(), lists_->all(), k, filter);
  }
  BestSlots best(index_, k);
  for (const Slot slot : slots) {
    if (const double score = this->score(slot); score > 0) best.offer({slot, score});
  }
  return best.sorted();
}

double PoolSearch::least_score() const {
  if (document_count_ == 0 || postings_ < document_count_) return 0;
  const auto lists = lists_->all();
  std::vector<size_t> hints(lists.size());
  double least = std::numeric_limits<double>::max();
  for (const Slot slot : fewer_are_in_ ? fewer_ : slots_accepted(index_, pool_)) {
    double score = 0;
    for (size_t i = 0; i < lists.size(); ++i) {
      const uint32_t units = lists[i].list->frequency(slot, hints[i]);
      if (units > 0) score += lists_->part(i, lists[i].list->count(units), slot);
    }
    least = std::min(least, score);
    if (least == 0) break;
  }
  return least;
}

bool PoolSearch::holds(size_t i, Slot slot) const {
  for (const QueryList& asked : asked_.all()) {
    if (asked.term == i && asked.list->frequency(slot) > 0) return true;
  }
  return false;
}

}  // namespace loci
