// A window of kGramLetters letters moves over the marked word. Its hash is a sum in which each
// place has a factor of its own, mixed at the end; all in 32 bits, so that every build agrees.
//
// Tested by tests/text/word_grams_test.cpp.

#include "text/word_grams.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/utf8.h"
#include "text/ascii.h"
#include "text/spaceless_scanner.h"
#include "text/unicode/fold_word.h"

namespace loci {
namespace {

// The letters of a marked word, and where each begins; one more place says where the last ends.
struct MarkedWord {
  std::array<char32_t, kMostFormLetters + 2> letters;
  std::array<uint32_t, kMostFormLetters + 3> starts;
  size_t count = 0;

  explicit MarkedWord(std::string_view word) {
    append('<', 1);
    const char* const end = word.data() + word.size();
    for (const char* at = word.data(); at < end && count <= kMostFormLetters;) {
      const auto [c, length] = utf8::next(at, end);
      append(c, length);
      at += length;
    }
    append('>', 1);
  }

 private:
  uint32_t behind_ = 0;

  void append(char32_t c, uint32_t bytes) {
    letters[count] = c;
    starts[count] = behind_;
    behind_ += bytes;
    starts[++count] = behind_;
  }
};

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

bool is_without_accents(std::string_view term) {
  std::string folded;
  std::string accented;
  unicode::fold_word(term, folded, accented);
  return folded == term;
}

uint32_t hash_of(const char32_t* letters, size_t count) {
  constexpr uint32_t kFactor = 0x9e3779b1u;
  uint32_t state = 0;
  for (size_t i = 0; i < count; ++i) state = (state + letters[i]) * kFactor;
  state = (state ^ (state >> 15)) * 0x85ebca6bu;
  return state ^ (state >> 13);
}

}  // namespace

bool may_have_forms(std::string_view term) {
  bool ascii = true;
  for (const char c : term) {
    if (ascii::is_ascii(c) && !is_lower(c)) return false;
    ascii = ascii && ascii::is_ascii(c);
  }
  const size_t letters = ascii ? term.size() : utf8::count_code_points(term);
  if (letters < kFewestFormLetters || letters > kMostFormLetters) return false;
  if (ascii) return true;
  const utf8::CodePoint first = utf8::next(term.data(), term.data() + term.size());
  return run_kind(first.value) == RunKind::kWord && is_without_accents(term);
}

std::string_view form_beginning(std::string_view word) {
  const size_t letters = utf8::count_code_points(word);
  size_t shared = std::min(kFewestSharedLetters, letters);
  while (shared < letters && !share_a_stem(shared, letters)) ++shared;
  if (!share_a_stem(shared, letters)) return {};
  return word.substr(0, utf8::prefix_bytes(word, shared));
}

void each_gram(std::string_view word, FunctionRef<void(const WordGram&)> visit) {
  const MarkedWord marked(word);
  const size_t width = std::min(kGramLetters, marked.count);
  std::array<uint32_t, kMostFormLetters + 2> seen;
  size_t distinct = 0;
  for (size_t at = 0; at + width <= marked.count; ++at) {
    const uint32_t hash = hash_of(&marked.letters[at], width);
    uint32_t* const behind = seen.data() + distinct;
    if (std::find(seen.data(), behind, hash) != behind) continue;
    seen[distinct++] = hash;
    visit({hash, marked.starts[at], marked.starts[at + width]});
  }
}

}  // namespace loci
