// A window of kGramLetters letters moves over the marked word. Its hash is a sum in which each
// place has a factor of its own, mixed at the end; all in 32 bits, so that every build agrees.
//
// Tested by tests/text/word_grams_test.cpp.

#include "text/word_grams.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"

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

// Digits of every script have become these.
bool is_digit(char c) { return c >= '0' && c <= '9'; }

uint32_t hash_of(const char32_t* letters, size_t count) {
  constexpr uint32_t kFactor = 0x9e3779b1u;
  uint32_t state = 0;
  for (size_t i = 0; i < count; ++i) state = (state + letters[i]) * kFactor;
  state = (state ^ (state >> 15)) * 0x85ebca6bu;
  return state ^ (state >> 13);
}

}  // namespace

bool may_have_forms(std::string_view word) {
  size_t letters = 0;
  const char* const end = word.data() + word.size();
  for (const char* at = word.data(); at < end; ++letters) {
    if (letters == kMostFormLetters || is_digit(*at)) return false;
    at += utf8::next(at, end).length;
  }
  return letters >= kFewestFormLetters;
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
