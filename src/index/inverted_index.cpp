// Tested by tests/index/inverted_index_test.cpp: a model test against an index built afresh.

#include "index/inverted_index.h"

#include <algorithm>

#include "base/sort.h"
#include "base/utf8.h"

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

// Grams of a text say again what its words say: they would make it longer than it is.
uint32_t length_of(const TokenBuffer& tokens) {
  uint32_t length = 0;
  for (const Token& token : tokens.tokens) length += token.kind != TokenKind::kGram;
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

PostingList* InvertedIndex::find(std::string_view term) {
  const TermId id = dictionary_.find(term);
  return id == TermDictionary::kNone ? nullptr : &dictionary_.list(id);
}

std::vector<PostingList*> InvertedIndex::lists_of_bigrams_with(std::string_view character) {
  std::vector<PostingList*> lists;
  const auto first = utf8::next(character.data(), character.data() + character.size());
  const auto found = bigrams_.find(first.value);
  if (found == bigrams_.end()) return lists;
  for (const TermId id : found->second) {
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

void InvertedIndex::note_term(TermId id, TokenShape shape) {
  const std::string& term = dictionary_.term(id);
  if (shape == TokenShape::kBigram) note_bigram(term, id);
  if (forms_ != Forms::kOff && RelatedTerms::may_include(term)) related_.add(id, term);
}

// Of its last document.
void InvertedIndex::forget_term(TermId id) {
  const std::string& term = dictionary_.term(id);
  forget_bigram(term, id);
  if (forms_ != Forms::kOff && RelatedTerms::may_include(term)) related_.remove(id, term);
  dictionary_.remove(id);
}

void InvertedIndex::note_bigram(std::string_view term, TermId id) {
  each_code_point(term, [&](char32_t point) { bigrams_[point].push_back(id); });
}

void InvertedIndex::forget_bigram(std::string_view term, TermId id) {
  each_code_point(term, [&](char32_t point) {
    const auto found = bigrams_.find(point);
    if (found == bigrams_.end()) return;
    std::erase(found->second, id);
    if (found->second.empty()) bigrams_.erase(found);
  });
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
  related_.compact();
}

size_t InvertedIndex::byte_size() const {
  size_t bytes = dictionary_.byte_size() + related_.byte_size();
  bytes += documents_.size() * sizeof(Document) + lengths_.capacity() * sizeof(uint32_t);
  for (const auto& [character, ids] : bigrams_)
    bytes += sizeof(ids) + ids.capacity() * sizeof(TermId);
  return bytes;
}

}  // namespace loci
