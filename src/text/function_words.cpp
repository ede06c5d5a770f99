// Three passes over the tokens of a question. The first looks up the words; each that is found
// votes for its languages. Then each script has its winners, the languages with the most votes;
// weak words decide only between languages that are even, and none by themselves. The last pass
// marks the words that the winners list:
//
//   ma car est là   votes: French ma, est, là and car (weak); Italian ma
//                   winner: French
//                   marked: ma car est là
//
// What lies inside a word that is marked is marked with it: the words of `don't`, the bigrams of a
// word of Hangul or of a script without spaces.
//
// Tested by tests/text/function_words_test.cpp.

#include "text/function_words.h"

#include <algorithm>
#include <bit>

#include "base/sort.h"
#include "base/utf8.h"

namespace loci {
namespace {

#include "function_words.inc"  // made by function_words/generate.mjs

constexpr size_t kLanguages = 32;
constexpr uint32_t kVotesOfWord = 1 << 12;  // more than a question has weak words
constexpr uint32_t kVotesOfWeakWord = 1;

// The most characters that are looked for inside a run of a script without spaces.
constexpr size_t kMostCharacters = 6;

// An entry of the list: see generate.mjs.
struct Entry {
  size_t shared;  // bytes with the word before it, kMostShared at most
  std::string_view rest;
};

Entry read_entry(const uint8_t*& at) {
  const size_t shared = *at & kMostShared;
  size_t length = *at++ >> 4;
  if (length == kMostShared) length = *at++;
  const std::string_view rest(reinterpret_cast<const char*>(at), length);
  at += length;
  return {shared, rest};
}

// A word in the bytes of the list: see generate.mjs. Of a longer word than any that is listed these
// are the first bytes, more than any has.
class PackedWord {
 public:
  explicit PackedWord(std::string_view word) {
    const char* at = word.data();
    const char* const end = at + word.size();
    char32_t page = 0;
    while (at != end && size_ <= kLongestWord) {
      const auto [c, length] = utf8::next(at, end);
      const bool is_first = at == word.data();
      at += length;
      if (c >= kFirstUnpaged) {
        for (const char* byte = at - length; byte != at; ++byte) put(*byte);
        continue;
      }
      if (c >> 7 != page) put(static_cast<char>(0x80 + (c >> 7)));
      if (is_first && c >= kBehindLatin) page = c >> 7;
      put(static_cast<char>(c & 0x7F));
    }
  }

  std::string_view bytes() const { return {bytes_, size_}; }

 private:
  static constexpr char32_t kBehindLatin = 0x300;

  void put(char byte) { bytes_[size_++] = byte; }

  char bytes_[kLongestWord + 5];  // the last character takes four at most
  size_t size_ = 0;
};

// The last block that begins with no later word.
size_t block_of(std::string_view word) {
  size_t low = 0;
  for (size_t high = std::size(kBlocks); high - low > 1;) {
    const size_t middle = (low + high) / 2;
    const uint8_t* at = kWords + kBlocks[middle];
    (read_entry(at).rest <= word ? low : high) = middle;
  }
  return low;
}

// The place of the entry that is `word`, kWordCount where none is. No entry is put together: `same`
// says how many bytes the last one, which was before `word`, has in common with it. An entry that
// shares more with that one is before `word`, too, and one that shares less is behind it.
size_t place_of(std::string_view word) {
  const size_t block = block_of(word);
  const uint8_t* at = kWords + kBlocks[block];
  const size_t count = std::min(kBlockWords, kWordCount - block * kBlockWords);
  size_t same = 0;
  for (size_t i = 0; i < count; ++i) {
    const Entry entry = read_entry(at);
    same = std::min(same, kMostShared);
    if (entry.shared > same) continue;
    if (entry.shared < same) break;
    const std::string_view left = word.substr(same);
    const auto [in_rest, in_left] =
        std::mismatch(entry.rest.begin(), entry.rest.end(), left.begin(), left.end());
    const auto more = static_cast<size_t>(in_left - left.begin());
    if (more == left.size() && more == entry.rest.size()) return block * kBlockWords + i;
    if (entry.rest > left) break;
    same += more;
  }
  return kWordCount;
}

bool is_hangul(std::string_view word) { return word[0] >= '\xEA' && word[0] <= '\xED'; }

class Question {
 public:
  explicit Question(const TokenBuffer& buffer)
      : buffer_(buffer), listed_(buffer.tokens.size()), marked_(buffer.tokens.size()) {}

  std::vector<bool> run() {
    order_by_place();
    each_place([this](size_t first, size_t behind) { look_up(first, behind); });
    look_up_runs();
    choose_languages();
    for (size_t i = 0; i < listed_.size(); ++i) marked_[i] = (listed_[i] & winners_) != 0;
    each_place([this](size_t first, size_t behind) { mark_inside(first, behind); });
    return std::move(marked_);
  }

 private:
  const Token& token(size_t place) const {
    return buffer_.tokens[static_cast<uint32_t>(places_[place])];
  }
  size_t index(size_t place) const { return static_cast<uint32_t>(places_[place]); }
  bool is_word(const Token& token) const {
    return token.kind == TokenKind::kWord && is_spaced(token.shape);
  }
  bool has_apostrophe(const Token& token) const {
    return token.kind == TokenKind::kIdentifier &&
           buffer_.term(token).find('\'') != std::string_view::npos;
  }

  void order_by_place() {
    for (size_t i = 0; i < buffer_.tokens.size(); ++i) {
      places_.push_back(static_cast<uint64_t>(buffer_.tokens[i].start) << 32 | i);
    }
    heap_sort(places_.begin(), places_.end());
  }

  // Calls `visit` with each range of places_ that starts at the same byte.
  template <typename Visit>
  void each_place(Visit visit) {
    for (size_t first = 0, behind = 0; first < places_.size(); first = behind) {
      while (behind < places_.size() && token(behind).start == token(first).start) ++behind;
      visit(first, behind);
    }
  }

  uint32_t vote(std::string_view word) {
    const ListedWord listed = find_function_word(word);
    const uint32_t votes = listed.weak ? kVotesOfWeakWord : kVotesOfWord;
    for (uint32_t left = listed.languages; left != 0; left &= left - 1) {
      votes_[std::countr_zero(left)] += votes;
    }
    return listed.languages;
  }

  // Of the spellings of one word the last has its accents.
  void look_up(size_t first, size_t behind) {
    size_t spelling = behind;
    for (size_t i = first; i < behind; ++i) {
      if (is_word(token(i))) spelling = i;
      if (has_apostrophe(token(i))) listed_[index(i)] = vote(buffer_.term(token(i)));
    }
    if (spelling == behind) return;
    const uint32_t languages = vote(buffer_.term(token(spelling)));
    for (size_t i = first; i < behind; ++i) {
      if (is_word(token(i))) listed_[index(i)] = languages;
    }
  }

  void look_up_runs() {
    const std::vector<Token>& tokens = buffer_.tokens;
    for (size_t i = 0; i < tokens.size();) {
      if (is_spaced(tokens[i].shape)) {
        ++i;
        continue;
      }
      bigrams_.clear();
      uint32_t end = tokens[i].start + 1;
      for (; i < tokens.size() && is_of_run(tokens[i], end); ++i) {
        end = std::max(end, tokens[i].end);
        if (tokens[i].shape == TokenShape::kDictionary) {
          listed_[i] = find_function_word(buffer_.term(tokens[i])).languages;
        } else if (tokens[i].shape != TokenShape::kTrigram) {
          bigrams_.push_back(i);
        }
      }
      if (!bigrams_.empty()) look_up_run();
    }
  }

  static bool is_of_run(const Token& token, uint32_t end) {
    return !is_spaced(token.shape) && token.start < end;
  }

  // A run of Hangul stands between blanks, and one of more than two letters is a token of its own.
  void look_up_run() {
    const Token& first = buffer_.tokens[bigrams_[0]];
    if (is_hangul(buffer_.term(first))) {
      if (bigrams_.size() == 1) listed_[bigrams_[0]] = vote(buffer_.term(first));
      return;
    }
    for (size_t at = 0; at < bigrams_.size();) at += std::max<size_t>(1, look_up_longest(at));
  }

  // The listed word that begins at bigram `at`, the longest of several, marks what lies in it.
  // Returns its characters. A word of `n` characters ends with the bigram `n - 2` further on.
  size_t look_up_longest(size_t at) {
    const Token& first = buffer_.tokens[bigrams_[at]];
    for (size_t count = std::min(kMostCharacters - 1, bigrams_.size() - at); count > 0; --count) {
      const Token& last = buffer_.tokens[bigrams_[at + count - 1]];
      const uint32_t length = last.term_offset + last.term_length - first.term_offset;
      const uint32_t languages =
          vote(std::string_view(buffer_.terms).substr(first.term_offset, length));
      if (languages == 0) continue;
      for (size_t i = bigrams_[at]; i <= bigrams_[at + count - 1]; ++i) {
        if (buffer_.tokens[i].end <= last.end) listed_[i] = languages;
      }
      return count + 1;
    }
    return 0;
  }

  void choose_languages() {
    for (const uint32_t script : kScripts) {
      uint32_t most = kVotesOfWord;
      for (uint32_t left = script; left != 0; left &= left - 1) {
        most = std::max(most, votes_[std::countr_zero(left)]);
      }
      for (uint32_t left = script; left != 0; left &= left - 1) {
        const int language = std::countr_zero(left);
        if (votes_[language] == most) winners_ |= uint32_t{1} << language;
      }
    }
  }

  // What lies in a marked word, and a word with an apostrophe when all that lies in it is marked.
  void mark_inside(size_t first, size_t behind) {
    for (size_t i = first; i < behind; ++i) {
      const bool whole = has_apostrophe(token(i));
      if (!whole && !(is_word(token(i)) && is_hangul(buffer_.term(token(i))))) continue;
      const uint32_t end = token(i).end;
      bool all = true;
      for (size_t k = first; k < places_.size() && token(k).start < end; ++k) {
        if (marked_[index(i)]) marked_[index(k)] = true;
        all = all && (k == i || marked_[index(k)]);
      }
      if (whole && all) marked_[index(i)] = true;
    }
  }

  const TokenBuffer& buffer_;
  std::vector<uint64_t> places_;  // the tokens by where they start: start << 32 | index
  std::vector<uint32_t> listed_;  // for each token the languages that list it
  std::vector<bool> marked_;      // for each token
  std::vector<size_t> bigrams_;   // those of one run
  uint32_t votes_[kLanguages] = {};
  uint32_t winners_ = 0;
};

}  // namespace

ListedWord find_function_word(std::string_view word) {
  const size_t place = place_of(PackedWord(word).bytes());
  if (place == kWordCount) return {};
  const uint8_t set = kSetNumbers[place];
  return {kSets[set], set >= kFirstWeakSet};
}

std::vector<bool> function_words(const TokenBuffer& question) { return Question(question).run(); }

}  // namespace loci
