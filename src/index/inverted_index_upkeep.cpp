// Taking documents out of an inverted index, categories, and the bigrams of scripts without spaces.
// Bigrams are kept by characters, for questions of a single one:
//
//   海边, 大海   ->   海: both, 边: the first, 大: the second
//
// A character's place is told by its low bits. Others that share the place are told apart by the
// terms themselves, so nothing has to be hashed.
//
// Tested by tests/index/inverted_index_test.cpp: a model test against an index built afresh.

#include <algorithm>

#include "base/sort.h"
#include "base/utf8.h"
#include "index/inverted_index.h"

namespace loci {
namespace {

constexpr Slot kFewDeadSlots = 1024;  // not worth a renumbering

template <typename Visit>
void each_code_point(std::string_view term, Visit visit) {
  const char* end = term.data() + term.size();
  for (const char* at = term.data(); at != end;) {
    const utf8::CodePoint point = utf8::next(at, end);
    visit(point.value);
    at += point.length;
  }
}

std::vector<TermId>& place_of(std::vector<std::vector<TermId>>& bigrams, char32_t point) {
  return bigrams[point % bigrams.size()];
}

// All scripts that are cut into bigrams lie behind U+0E00, and their first byte is no less.
bool may_be_bigram(std::string_view term) { return static_cast<unsigned char>(term[0]) >= 0xE0; }

}  // namespace

bool InvertedIndex::remove(int64_t id, const TokenBuffer& tokens) {
  const Slot slot = slot_of(id);
  if (slot == slot_count()) return false;
  for (const Token& token : tokens.tokens) {
    const TermId term_id = dictionary_.find(tokens.term(token));
    if (term_id == TermDictionary::kNone || !dictionary_.list(term_id).erase(slot)) continue;
    if (dictionary_.list(term_id).document_frequency() == 0) forget_term(term_id);
  }
  bury(slot);
  compact_when_mostly_dead();
  return true;
}

void InvertedIndex::keep_only(const bool* kept) {
  const uint32_t before = document_count_;
  for (Slot slot = 0; slot < slot_count(); ++slot) {
    if (!kept[slot] && lengths_[slot] != kDeadLength) bury(slot);
  }
  if (document_count_ < before) compact();
}

void InvertedIndex::bury(Slot slot) {
  --document_count_;
  total_length_ -= lengths_[slot];
  lengths_[slot] = kDeadLength;
}

void InvertedIndex::clear() { *this = InvertedIndex(parameters_, forms_); }

uint32_t InvertedIndex::intern_category(std::string_view name) {
  const auto found = categories_.find(name);
  if (found != categories_.end()) return found->second;
  const auto number = static_cast<uint32_t>(category_names_.size());
  category_names_.push_back(categories_.emplace(name, number).first->first);
  return number;
}

std::optional<uint32_t> InvertedIndex::find_category(std::string_view name) const {
  const auto found = categories_.find(name);
  if (found == categories_.end()) return std::nullopt;
  return found->second;
}

std::vector<PostingList*> InvertedIndex::lists_of_bigrams_with(std::string_view character) {
  std::vector<PostingList*> lists;
  const auto first = utf8::next(character.data(), character.data() + character.size());
  if (bigrams_.empty()) return lists;
  for (const TermId id : place_of(bigrams_, first.value)) {
    const std::string& term = dictionary_.term(id);
    const bool holds = term.starts_with(character) || term.ends_with(character);
    if (holds && term.size() > character.size()) lists.push_back(&dictionary_.list(id));
  }
  heap_sort(lists.begin(), lists.end());
  lists.erase(std::unique(lists.begin(), lists.end()), lists.end());
  return lists;
}

std::vector<Relative> InvertedIndex::relatives(std::string_view word) {
  std::vector<Relative> relatives;
  for (const auto& [id, sixteenths, kind] : related_.of(word, forms_, dictionary_)) {
    relatives.push_back({&dictionary_.list(id), dictionary_.term(id), sixteenths, kind});
  }
  return relatives;
}

// Of its last document.
void InvertedIndex::forget_term(TermId id) {
  const std::string& term = dictionary_.term(id);
  if (!bigrams_.empty() && may_be_bigram(term)) forget_bigram(term, id);
  if (forms_ != Forms::kOff && RelatedTerms::may_include(term)) related_.remove(id, term);
  dictionary_.remove(id);
}

void InvertedIndex::note_bigram(std::string_view term, TermId id) {
  if (bigrams_.empty()) bigrams_.resize(kBigramPlaces);
  each_code_point(term, [&](char32_t point) { place_of(bigrams_, point).push_back(id); });
}

void InvertedIndex::forget_bigram(std::string_view term, TermId id) {
  each_code_point(term, [&](char32_t point) { std::erase(place_of(bigrams_, point), id); });
}

void InvertedIndex::compact_when_mostly_dead() {
  const Slot dead = slot_count() - document_count_;
  if (dead > document_count_ + kFewDeadSlots) compact();
}

// Postings of dead slots are left by keep_only() alone.
void InvertedIndex::compact() {
  std::vector<Slot> renumber(slot_count(), kNoSlot);
  Slot next = 0;
  for (Slot slot = 0; slot < slot_count(); ++slot) {
    if (lengths_[slot] == kDeadLength) continue;
    documents_[next] = documents_[slot];
    lengths_[next] = lengths_[slot];
    renumber[slot] = next++;
  }
  while (documents_.size() > next) documents_.pop_back();
  documents_.shrink_to_fit();
  lengths_.resize(next);
  lengths_.shrink_to_fit();
  for (TermId id = 0; id < dictionary_.id_limit(); ++id) {
    PostingList& list = dictionary_.list(id);
    const bool held = list.document_frequency() > 0;
    list.repack(renumber);
    if (!held || list.document_frequency() > 0) continue;
    forget_term(id);
  }
  for (auto& ids : bigrams_) ids.shrink_to_fit();
  related_.compact();
}

size_t InvertedIndex::byte_size() const {
  size_t bytes = dictionary_.byte_size() + related_.byte_size();
  bytes += documents_.size() * sizeof(Document) + lengths_.capacity() * sizeof(uint32_t);
  for (const auto& ids : bigrams_) bytes += sizeof(ids) + ids.capacity() * sizeof(TermId);
  return bytes;
}

}  // namespace loci
