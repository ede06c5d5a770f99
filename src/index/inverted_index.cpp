// What runs for each term of a text or each document that is ranked: the rest of the index is in
// inverted_index_upkeep.cpp, which is compiled for size.
//
// Tested by tests/index/inverted_index_test.cpp: a model test against an index built afresh.

#include "index/inverted_index.h"

#include <algorithm>

namespace loci {
namespace {

uint32_t length_of(const TokenBuffer& tokens) {
  uint32_t length = 0;
  for (const Token& token : tokens.tokens) length += counts_in_length(token);
  return length;
}

}  // namespace

double InvertedIndex::average_length() const {
  if (document_count_ == 0) return 0;
  return static_cast<double>(total_length_) / static_cast<double>(document_count_);
}

void InvertedIndex::append(const Document& document, const TokenBuffer& tokens) {
  const Slot slot = slot_count();
  const uint32_t length = length_of(tokens);
  documents_.push_back(document);
  lengths_.push_back(length);
  // Two passes: the look-ups of one pass do not wait for each other's memory.
  touched_.clear();
  for (const Token& token : tokens.tokens) {
    const auto [id, list, created] = dictionary_.find_or_add(tokens.term(token));
    touched_.push_back(list);
    if (created) note_term(id, token.shape);
  }
  for (PostingList* list : touched_) list->add_occurrence(slot);
  ++document_count_;
  total_length_ += length;
}

PostingList* InvertedIndex::find(std::string_view term) {
  const TermId id = dictionary_.find(term);
  return id == TermDictionary::kNone ? nullptr : &dictionary_.list(id);
}

void InvertedIndex::note_term(TermId id, TokenShape shape) {
  const std::string& term = dictionary_.term(id);
  if (shape == TokenShape::kBigram) note_bigram(term, id);
  if (forms_ != Forms::kOff && RelatedTerms::may_include(term)) related_.add(id, term);
}

bool InvertedIndex::stands_before(const Document& a, const Document& b) const {
  if (a.group == b.group || category_names_.empty()) return a.id < b.id;
  return category_name(a.group) < category_name(b.group);
}

// Ids rise by one at least from slot to slot, so those of the first and the last tell between which
// slots an id can stand: mostly there is little to search.
Slot InvertedIndex::slot_of(int64_t id) const {
  if (documents_.empty() || id < documents_.front().id || id > documents_.back().id) {
    return slot_count();
  }
  const auto last = static_cast<int64_t>(documents_.size()) - 1;
  const int64_t least = std::max(int64_t{0}, last - (documents_.back().id - id));
  const int64_t most = std::min(last, id - documents_.front().id);
  const auto found = std::lower_bound(documents_.begin() + least, documents_.begin() + most, id,
                                      [](const Document& d, int64_t i) { return d.id < i; });
  const auto slot = static_cast<Slot>(found - documents_.begin());
  return found->id != id || lengths_[slot] == kDeadLength ? slot_count() : slot;
}

}  // namespace loci
