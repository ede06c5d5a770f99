// Tested by tests/retrieve/lexical_search_test.cpp.

#include "retrieve/query_lists.h"

namespace loci {
namespace {

// The union of several lists; frequencies add up. Counted in an array by slot: the lists of a
// common character are many and long, and an ordered merge would compare at every step.
std::unique_ptr<PostingList> merge(const std::vector<PostingList*>& lists, Slot slot_count) {
  std::vector<uint32_t> frequencies(slot_count, 0);
  for (const PostingList* list : lists) {
    for (const auto& entry : list->entries()) {
      for (uint32_t i = 0; i < entry.block.size(); ++i) {
        frequencies[entry.block.slot(i)] += entry.block.frequency(i);
      }
    }
  }
  auto merged = std::make_unique<PostingList>();
  for (Slot slot = 0; slot < slot_count; ++slot) {
    for (uint32_t i = 0; i < frequencies[slot]; ++i) merged->add_occurrence(slot);
  }
  return merged;
}

}  // namespace

double weight_of(const QueryTerm& term) {
  const double weight = term.occurrences + kPartWeight * term.parts;
  return term.is_function ? kFunctionWordWeight * weight : weight;
}

QueryLists::QueryLists(InvertedIndex& index, const std::vector<QueryTerm>& query, Profile profile) {
  const bool reference = profile == Profile::kReference;
  for (size_t i = 0; i < query.size(); ++i) {
    const QueryTerm& term = query[i];
    if (PostingList* list = index.find(term.term); list != nullptr) {
      lists_.push_back({list, i, term.kind, weight_of(term)});
    }
    if (reference || term.shape != TokenShape::kLoneCharacter) continue;
    const auto bigrams = index.lists_of_bigrams_with(term.term);
    if (bigrams.empty()) continue;
    merged_.push_back(merge(bigrams, index.slot_count()));
    lists_.push_back(
        {merged_.back().get(), i, TokenKind::kPart, kInsideBigramWeight * weight_of(term)});
  }
}

}  // namespace loci
