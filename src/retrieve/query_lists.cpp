// Tested by tests/retrieve/lexical_search_test.cpp and tests/retrieve/forms_test.cpp.

#include "retrieve/query_lists.h"

#include <utility>

#include "base/utf8.h"
#include "retrieve/pool_documents.h"
#include "text/spaceless_scanner.h"

namespace loci {
namespace {

// The union of several lists; frequencies add up. Counted in an array by slot: the lists of a
// common character are many and long, and an ordered merge would compare at every step.
PostingList merge_lists(const std::vector<PostingList*>& lists, Slot slot_count) {
  std::vector<uint32_t> frequencies(slot_count, 0);
  for (const PostingList* list : lists) {
    for (const auto& entry : list->entries()) {
      for (uint32_t i = 0; i < entry.block.size(); ++i) {
        frequencies[entry.block.slot(i)] += entry.block.frequency(i);
      }
    }
  }
  PostingList merged;
  for (Slot slot = 0; slot < slot_count; ++slot) {
    for (uint32_t i = 0; i < frequencies[slot]; ++i) merged.add_occurrence(slot);
  }
  return merged;
}

// What merge_family() says of some documents, each looked up in each list.
PostingList merge_at(const std::vector<Slot>& documents, const PostingList* exact,
                     std::span<const Relative> forms) {
  PostingList merged(kSixteenths);
  std::vector<size_t> hints(forms.size() + 1);
  std::vector<Slot> slots;
  std::vector<uint32_t> frequencies;
  const auto flush = [&] {
    if (slots.empty()) return;
    merged.append_block(slots.data(), frequencies.data(), static_cast<uint32_t>(slots.size()));
    slots.clear();
    frequencies.clear();
  };
  for (const Slot slot : documents) {
    uint32_t units = exact == nullptr ? 0 : kSixteenths * exact->frequency(slot, hints.back());
    for (size_t i = 0; i < forms.size(); ++i) {
      units += forms[i].sixteenths * forms[i].list->frequency(slot, hints[i]);
    }
    if (units == 0) continue;
    slots.push_back(slot);
    frequencies.push_back(units);
    if (slots.size() == PostingBlock::kBlockSize) flush();
  }
  flush();
  return merged;
}

double bigram_weight(std::string_view bigram) {
  const utf8::CodePoint first = utf8::next(bigram.data(), bigram.data() + bigram.size());
  const bool is_spelled = has_spelled_syllables(run_kind(first.value));
  return is_spelled ? kSyllableBigramWeight : kBigramWeight;
}

double weight_of_kind(const QueryTerm& term) {
  if (term.kind == TokenKind::kGram) return kGramWeight;
  if (term.shape == TokenShape::kSpelling) return kSpellingWeight;
  const bool is_spaceless =
      term.shape == TokenShape::kBigram || term.shape == TokenShape::kLoneCharacter;
  return is_spaceless ? bigram_weight(term.term) : 1;
}

double weight_of(const QueryTerm& term, Profile profile) {
  if (profile == Profile::kReference) return term.occurrences;
  const double weight = weight_of_kind(term) * term.occurrences + kPartWeight * term.parts;
  return term.is_function ? kFunctionWordWeight * weight : weight;
}

}  // namespace

QueryLists::QueryLists(InvertedIndex& index, const std::vector<QueryTerm>& query, Profile profile,
                       const std::vector<Slot>* documents)
    : documents_(documents) {
  const bool reference = profile == Profile::kReference;
  size_t families = 0;
  for (const QueryTerm& term : query) {
    weights_.push_back(weight_of(term, profile));
    std::vector<Relative> forms;
    const bool may_have_forms = term.shape == TokenShape::kWhole && !term.is_function;
    if (!reference && may_have_forms && families++ < kMostFamilies) {
      forms = index.relatives(term.term);
    }
    add_term(index, term, std::move(forms));
    if (!reference && term.shape == TokenShape::kLoneCharacter) add_bigrams(index, term);
  }
}

void QueryLists::add_term(InvertedIndex& index, const QueryTerm& term,
                          std::vector<Relative> forms) {
  PostingList* const exact = index.find(term.term);
  PostingList* const list = forms.empty() ? exact : keep(merge(exact, forms));
  if (list == nullptr) return;
  const size_t place = weights_.size() - 1;
  lists_.push_back({list, place, term.kind, weights_.back(), exact, std::move(forms)});
}

void QueryLists::add_bigrams(InvertedIndex& index, const QueryTerm& term) {
  const auto bigrams = index.lists_of_bigrams_with(term.term);
  if (bigrams.empty()) return;
  PostingList* const list = keep(merge_lists(bigrams, index.slot_count()));
  const double weight = kInsideBigramWeight * weights_.back();
  lists_.push_back({list, weights_.size() - 1, TokenKind::kPart, weight, list, {}});
}

PostingList QueryLists::merge(const PostingList* exact, std::span<const Relative> forms) const {
  if (documents_ == nullptr) return merge_family(exact, forms);
  size_t postings = exact == nullptr ? 0 : exact->document_frequency();
  for (const Relative& form : forms) postings += form.list->document_frequency();
  const bool are_few = is_worth_looking_up(documents_->size(), forms.size() + 1, postings);
  return are_few ? merge_at(*documents_, exact, forms) : merge_family(exact, forms);
}

PostingList* QueryLists::keep(PostingList list) {
  merged_.push_back(std::make_unique<PostingList>(std::move(list)));
  return merged_.back().get();
}

}  // namespace loci
