// A table from each gram to the terms that have it. A word's grams are looked up one after the
// other, and each term found is counted; how many grams it shares and how many it has are all that
// its similarity needs, so no term is read as text.
//
//   migrate        <mig migr igra grat rate ate>
//   migrating      <mig migr igra grat rati atin ting ing>     4 of 6 and 8: 8/14 = 0.57 -> 7/16
//   immigration    shares 3 of 6 and 10: 6/16 = 0.38, too little
//
// Places of grams whose terms are all gone stay until the table grows or is compacted: a gram comes
// back more often than not.
//
// What it gives up: grams are known by their hashes. Two grams that share one count as the same,
// about one pair in 2^32, equally in every build.
//
// Tested by tests/index/related_terms_test.cpp, against a comparison with every term.

#include "index/related_terms.h"

#include <algorithm>

#include "base/sort.h"
#include "base/utf8.h"
#include "text/spaceless_scanner.h"
#include "text/unicode/fold_word.h"
#include "text/word_grams.h"

namespace loci {
namespace {

constexpr size_t kFirstPlaces = 64;
constexpr uint32_t kFree = 0;  // the hash of a place that never had a gram

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

// 0 where they are not alike. In integers: 16 x 4/5 x 2 shared / total, rounded.
uint8_t sixteenths_of(uint32_t shared, uint32_t total) {
  if (4 * shared < total) return 0;
  return static_cast<uint8_t>((256 * shared + 5 * total) / (10 * total));
}

// At most three quarters are used.
bool too_full(size_t used, size_t places) { return 4 * used > 3 * places; }

uint32_t key_of(const WordGram& gram) { return gram.hash == kFree ? 1 : gram.hash; }

}  // namespace

bool RelatedTerms::may_include(std::string_view term) {
  if (!may_have_forms(term)) return false;
  bool ascii = true;
  for (const char c : term) {
    if (is_ascii(c) && !is_lower(c)) return false;
    ascii = ascii && is_ascii(c);
  }
  if (ascii) return true;
  const utf8::CodePoint first = utf8::next(term.data(), term.data() + term.size());
  if (run_kind(first.value) != RunKind::kWord) return false;
  std::string folded;
  std::string accented;
  unicode::fold_word(term, folded, accented);
  return folded == term;
}

// The place of a gram, or the free one where it would stand. Not of a table without places.
size_t RelatedTerms::place_of(uint32_t hash) const {
  const size_t mask = grams_.size() - 1;
  size_t at = hash & mask;
  while (grams_[at].hash != hash && grams_[at].hash != kFree) at = (at + 1) & mask;
  return at;
}

void RelatedTerms::resize(size_t places) {
  std::vector<Gram> old(places);
  old.swap(grams_);
  used_ = 0;
  for (Gram& gram : old) {
    if (gram.terms.empty()) continue;
    grams_[place_of(gram.hash)] = std::move(gram);
    ++used_;
  }
}

void RelatedTerms::add(TermId id, std::string_view term) {
  if (id >= gram_counts_.size()) gram_counts_.resize(id + 1);
  each_gram(term, [&](const WordGram& gram) {
    if (too_full(used_ + 1, grams_.size())) resize(std::max(kFirstPlaces, 2 * grams_.size()));
    Gram& place = grams_[place_of(key_of(gram))];
    used_ += place.hash == kFree;
    place.hash = key_of(gram);
    place.terms.push_back(id);
    ++gram_counts_[id];
  });
}

void RelatedTerms::remove(TermId id, std::string_view term) {
  each_gram(term, [&](const WordGram& gram) {
    std::vector<TermId>& terms = grams_[place_of(key_of(gram))].terms;
    *std::find(terms.begin(), terms.end(), id) = terms.back();
    terms.pop_back();
  });
  gram_counts_[id] = 0;
}

// Counts in shared_ how many grams of the word each term has. `reached`: the terms that have any.
uint32_t RelatedTerms::count_shared(std::string_view word, std::vector<TermId>& reached) const {
  uint32_t grams = 0;
  shared_.resize(gram_counts_.size());
  each_gram(word, [&](const WordGram& gram) {
    ++grams;
    for (const TermId id : grams_[place_of(key_of(gram))].terms) {
      if (shared_[id]++ == 0) reached.push_back(id);
    }
  });
  return grams;
}

std::vector<RelatedTerms::Found> RelatedTerms::of(std::string_view word,
                                                  const TermDictionary& dictionary) const {
  std::vector<Found> found;
  if (grams_.empty() || !may_include(word)) return found;
  std::vector<TermId> reached;
  const uint32_t grams = count_shared(word, reached);
  for (const TermId id : reached) {
    const uint8_t sixteenths = sixteenths_of(shared_[id], grams + gram_counts_[id]);
    shared_[id] = 0;
    if (sixteenths > 0 && dictionary.term(id) != word) found.push_back({id, sixteenths});
  }
  heap_sort(found.begin(), found.end(), [&](const Found& a, const Found& b) {
    if (a.sixteenths != b.sixteenths) return a.sixteenths > b.sixteenths;
    return dictionary.term(a.id) < dictionary.term(b.id);
  });
  if (found.size() > kMost) found.resize(kMost);
  return found;
}

void RelatedTerms::compact() {
  size_t grams = 0;
  for (Gram& gram : grams_) {
    grams += !gram.terms.empty();
    gram.terms.shrink_to_fit();
  }
  size_t places = kFirstPlaces;
  while (too_full(grams, places)) places *= 2;
  resize(places);
}

size_t RelatedTerms::byte_size() const {
  size_t bytes = grams_.capacity() * sizeof(Gram) + gram_counts_.capacity() + shared_.capacity();
  for (const Gram& gram : grams_) bytes += gram.terms.capacity() * sizeof(TermId);
  return bytes;
}

}  // namespace loci
