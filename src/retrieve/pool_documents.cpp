// The formula needs of a pool how many documents it has, how long they are on average, and in how
// many of them each term of the query stands. The first two are counted by a pass over what is
// known of the documents. For the third there are two ways, and whichever reads less is taken:
//
//   look each document up in the list         a pool of 100 of 100 000 documents, or, counting
//   (of the pool, or of those outside)        those outside, a pool of all but 600
//   read the list through                     a pool of half of them
//
// Tested by tests/retrieve/pool_search_test.cpp: against an index of the pool alone, to the last
// bit.

#include "retrieve/pool_documents.h"

#include <iterator>
#include <memory>

namespace loci {
namespace {

// Looking one document up takes as long as reading about so many postings in a row.
constexpr size_t kPostingsPerLookup = 12;

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

}  // namespace

bool is_worth_looking_up(size_t documents, size_t lists, size_t postings) {
  return documents * lists * kPostingsPerLookup < postings;
}

std::vector<Slot> slots_accepted(const InvertedIndex& index, const DocumentFilter& filter) {
  if (filter.listed != nullptr) return slots_of(index, *filter.listed);
  return split(index, filter).slots_inside();
}

PoolDocuments::PoolDocuments(const InvertedIndex& index, const DocumentFilter& filter)
    : index_(index) {
  if (filter.accepts_all()) {
    count_ = index.document_count();
    average_length_ = index.average_length();
  } else {
    count_fewer_of(filter);
  }
}

void PoolDocuments::count_fewer_of(const DocumentFilter& filter) {
  uint64_t length = 0;
  if (filter.listed != nullptr) {
    fewer_ = slots_of(index_, *filter.listed);
    fewer_are_in_ = true;
    count_ = static_cast<uint32_t>(fewer_.size());
    for (const Slot slot : fewer_) length += index_.length(slot);
  } else {
    const Sides sides = split(index_, filter);
    count_ = static_cast<uint32_t>(sides.inside);
    length = sides.length_inside;
    fewer_are_in_ = sides.inside < sides.outside;
    fewer_ = fewer_are_in_ ? sides.slots_inside() : sides.slots_outside();
  }
  if (count_ > 0) average_length_ = static_cast<double>(length) / count_;
}

uint32_t PoolDocuments::count_in(const PostingList& list) {
  const uint32_t fewer = count_fewer_in(list);
  return fewer_are_in_ ? fewer : list.document_frequency() - fewer;
}

// In how many of the fewer documents the term stands.
uint32_t PoolDocuments::count_fewer_in(const PostingList& list) {
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

}  // namespace loci
