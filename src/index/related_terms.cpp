// A table from each gram to the terms that have it. A word's grams are looked up one after the
// other, and their weights are added up for each term found. That and how many grams a term has are
// all its similarity needs: no term is read as text. Of 1 000 terms, with weights of 6 and 3:
//
//   migrate        <mig 6  migr 6  igra 6  grat 6  rate 3  ate> 3        30 in all
//   migrating      has the first four and four more: 2 x 24 x 6 / (30 x (6 + 8)) = 0.69 -> 9/16
//   celebrate      has the last two and six more:    2 x 6 x 6 / (30 x (6 + 8)) = 0.17, too little
//
// Common beginnings are found by the first gram: only terms that have it are read as text; all that
// were reached, where it is so common that it was not looked at.
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
#include <bit>
#include <utility>

#include "base/sort.h"
#include "base/utf8.h"
#include "text/word_grams.h"

namespace loci {
namespace {

constexpr size_t kFirstPlaces = 64;

// How many terms a word is compared with at most, those of its rarest grams. Vocabularies of a
// hundred thousand words need a few thousand, those of half a million some ten thousand.
constexpr size_t kMostLooks = 32'768;

// Beside the weights in shared_: the term has the word's first gram.
constexpr uint32_t kBegins = 1 << 15;

// A word of so few grams, up to four letters, shares one at best with a form of it.
constexpr uint32_t kGramsOfShort = 3;

constexpr uint32_t kFree = 0;  // the hash of a place that never had a gram

// A handful of terms does not tell what is rare: a gram that none of them has would weigh twice one
// that a single term has.
constexpr size_t kFewTerms = 64;

// In bits of how rare it is; what stands everywhere says a little, too.
uint32_t weight_of(size_t terms, size_t terms_with_gram) {
  const size_t of = std::max(terms, kFewTerms);
  const auto bits = static_cast<uint32_t>(std::bit_width(of / (1 + terms_with_gram)));
  return std::max(bits, 1u);
}

// 16 x 4/5 x part / whole, rounded.
uint32_t sixteenths_of(uint32_t part, uint32_t whole) {
  return (128 * part + 5 * whole) / (10 * whole);
}

// Both words are valid UTF-8.
size_t common_letters(std::string_view a, std::string_view b) {
  size_t same = 0;
  while (same < std::min(a.size(), b.size()) && a[same] == b[same]) ++same;
  const auto is_inside = [&](size_t at) { return at < a.size() && (a[at] & 0xC0) == 0x80; };
  while (is_inside(same)) --same;
  return utf8::count_code_points(a.substr(0, same));
}

uint32_t by_beginning(std::string_view word, std::string_view term) {
  const size_t common = common_letters(word, term);
  const size_t longer = std::max(utf8::count_code_points(word), utf8::count_code_points(term));
  if (!share_a_stem(common, longer)) return 0;
  return sixteenths_of(static_cast<uint32_t>(common), static_cast<uint32_t>(longer));
}

// At most three quarters are used.
bool too_full(size_t used, size_t places) { return 4 * used > 3 * places; }

uint32_t key_of(const WordGram& gram) { return gram.hash == kFree ? 1 : gram.hash; }

}  // namespace

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
  ++term_count_;
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
  --term_count_;
}

// The word's grams, by how many terms have them; equals in the order of the word.
RelatedTerms::Asked RelatedTerms::look_up(std::string_view word) const {
  Asked asked;
  each_gram(word, [&](const WordGram& gram) {
    const std::vector<TermId>& terms = grams_[place_of(key_of(gram))].terms;
    asked.grams.push_back({&terms, weight_of(term_count_, terms.size()), gram.start});
    asked.weight += asked.grams.back().weight;
  });
  heap_sort(asked.grams.begin(), asked.grams.end(), [](const AskedGram& a, const AskedGram& b) {
    if (a.terms->size() != b.terms->size()) return a.terms->size() < b.terms->size();
    return a.start < b.start;
  });
  return asked;
}

// Adds up in shared_ the weights of the grams that each term shares. The terms that share any.
std::vector<TermId> RelatedTerms::reach(const Asked& asked) const {
  std::vector<TermId> reached;
  shared_.resize(gram_counts_.size());
  size_t looks = 0;
  for (const AskedGram& gram : asked.grams) {
    looks += gram.terms->size();
    if (looks > kMostLooks) break;
    const uint32_t weight = gram.weight + (gram.start == 0 ? kBegins : 0);
    for (const TermId id : *gram.terms) {
      if (shared_[id] == 0) reached.push_back(id);
      shared_[id] = static_cast<uint16_t>(shared_[id] + weight);
    }
  }
  return reached;
}

// In integers; `part / whole` is the similarity.
uint32_t RelatedTerms::by_grams(const Asked& asked, uint32_t shared, TermId id) const {
  const auto grams = static_cast<uint32_t>(asked.grams.size());
  const uint32_t whole = asked.weight * (grams + gram_counts_[id]);
  const uint32_t part = std::min(2 * shared * grams, whole);
  const uint32_t least = grams <= kGramsOfShort ? 33 : 37;
  return 100 * part < least * whole ? 0 : sixteenths_of(part, whole);
}

std::vector<RelatedTerms::Found> RelatedTerms::of(std::string_view word, Forms forms,
                                                  const TermDictionary& dictionary) const {
  std::vector<Found> found;
  if (forms == Forms::kOff || grams_.empty() || !may_include(word)) return found;
  const Asked asked = look_up(word);
  const std::vector<TermId> reached = reach(asked);
  const bool by_beginnings = forms != Forms::kGrams;
  // None that is known to begin so: any of them may.
  const bool any_may =
      by_beginnings && std::none_of(reached.begin(), reached.end(),
                                    [&](TermId id) { return shared_[id] >= kBegins; });
  for (const TermId id : reached) {
    const uint32_t shared = std::exchange(shared_[id], uint16_t{0});
    const bool begins = any_may || (by_beginnings && shared >= kBegins);
    const uint32_t form = begins ? by_beginning(word, dictionary.term(id)) : 0;
    const uint32_t gram = forms == Forms::kStems ? 0 : by_grams(asked, shared % kBegins, id);
    if (form + gram == 0 || dictionary.term(id) == word) continue;
    found.push_back({id, static_cast<uint8_t>(std::max(form, gram)),
                     form >= gram ? TokenKind::kForm : TokenKind::kGram});
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
  size_t bytes = grams_.capacity() * sizeof(Gram) + gram_counts_.capacity();
  bytes += shared_.capacity() * sizeof(uint16_t);
  for (const Gram& gram : grams_) bytes += gram.terms.capacity() * sizeof(TermId);
  return bytes;
}

}  // namespace loci
