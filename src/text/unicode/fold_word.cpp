// Normalisation of one word, in a single pass: fold each character, put the marks of a letter into
// canonical order, compose again. Two composers run side by side, one of which is not shown the
// accents:
//
//   "CAFÉ"   fold: c a f e U+0301   accented: c a f é   folded: c a f e
//   "Йод"    fold: и U+0306 о д     the breve makes another letter, so both compose it: й о д
//
// Order and composition are those of Unicode Standard Annex #15. Given up: order across more than
// kMaxMarks marks, so that a wall of them costs linear time.
//
// Tested by tests/text/unicode_test.cpp, against the annex's definitions taken literally.

#include "text/unicode/fold_word.h"

#include <array>
#include <cstdint>

#include "base/utf8.h"
#include "text/unicode/unicode.h"

namespace loci::unicode {
namespace {

struct Mark {
  char32_t value;
  uint8_t combining_class;
};

/// Up to kMaxMarks marks; full() ones must be taken out before the next goes in.
class Marks {
 public:
  bool full() const { return size_ == kMaxMarks; }
  bool empty() const { return size_ == 0; }
  uint8_t last_class() const { return items_[size_ - 1].combining_class; }
  void clear() { size_ = 0; }
  const Mark* begin() const { return items_.data(); }
  const Mark* end() const { return items_.data() + size_; }

  void push(Mark mark) { items_[size_++] = mark; }

  /// Puts `mark` behind the last one of a class that is not higher: canonical order.
  void insert(Mark mark) {
    size_t at = size_++;
    for (; at > 0 && items_[at - 1].combining_class > mark.combining_class; --at) {
      items_[at] = items_[at - 1];
    }
    items_[at] = mark;
  }

 private:
  std::array<Mark, kMaxMarks> items_;
  size_t size_ = 0;
};

/// Composes characters that arrive decomposed and in canonical order, and writes them out.
class Composer {
 public:
  explicit Composer(std::string& out) : out_(out) {}

  void feed(Mark next) {
    if (has_starter_ && !is_blocked(next)) {
      if (const char32_t composite = compose(starter_, next.value); composite != 0) {
        starter_ = composite;
        return;
      }
    }
    if (next.combining_class == 0) return start(next.value);
    if (left_.full()) finish();
    left_.push(next);
  }

  void finish() {
    if (has_starter_) utf8::append(out_, starter_);
    for (const Mark& mark : left_) utf8::append(out_, mark.value);
    left_.clear();
    has_starter_ = false;
  }

 private:
  // Where the characters of class 0 lie that are the second of a pair (vowel signs of Indic
  // scripts, jamo): others are passed on without a search.
  static constexpr bool may_follow(char32_t c) { return (c >= 0x9BE && c <= 0x1B35) || c > 0xFFFF; }

  bool is_blocked(Mark next) const {
    if (next.combining_class == 0) return !left_.empty() || !may_follow(next.value);
    return !left_.empty() && left_.last_class() >= next.combining_class;
  }

  void start(char32_t starter) {
    finish();
    starter_ = starter;
    has_starter_ = true;
  }

  std::string& out_;
  Marks left_;  // marks behind the starter that did not compose with it
  char32_t starter_ = 0;
  bool has_starter_ = false;
};

/// Letters that NFKD leaves whole though people type them without their stroke, dot or hamza.
struct Plain {
  char32_t letter;
  char32_t spelling[2];
};
constexpr Plain kPlainSpellings[] = {
    {U'æ', {'a', 'e'}}, {U'ð', {'d', 0}}, {U'ø', {'o', 0}},    {U'þ', {'t', 'h'}},
    {U'đ', {'d', 0}},   {U'ħ', {'h', 0}}, {U'ı', {'i', 0}},    {U'ł', {'l', 0}},
    {U'œ', {'o', 'e'}}, {U'ŧ', {'t', 0}}, {0x671, {0x627, 0}},
};

/// Marks that make another letter of a Cyrillic one, so that to drop them would be a misspelling.
constexpr char32_t kOwnLetters[][2] = {
    {U'и', 0x306}, {U'у', 0x306}, {U'і', 0x308}, {U'г', 0x301}, {U'к', 0x301}};

bool is_own_letter(char32_t base, char32_t mark) {
  for (const auto& letter : kOwnLetters) {
    if (letter[0] == base && letter[1] == mark) return true;
  }
  return false;
}

class WordFolder {
 public:
  WordFolder(std::string& folded, std::string& accented) : folded_(folded), accented_(accented) {}

  void feed(char32_t c) {
    if (is_ignorable(c)) return;
    char32_t parts[kMaxFold];
    const size_t length = fold(c, parts);
    for (size_t i = 0; i < length; ++i) feed_folded(parts[i]);
  }

  void finish() {
    flush_marks();
    folded_.finish();
    accented_.finish();
  }

 private:
  void feed_folded(char32_t c) {
    if (is_ignorable(c)) return;
    const bool is_mark = category(c) == Category::kMark;
    const uint8_t combining = is_mark ? combining_class(c) : 0;
    if (combining != 0) {
      if (marks_.full()) flush_marks();
      return marks_.insert({c, combining});
    }
    flush_marks();
    if (is_mark) return put_mark({c, 0});
    put_base(c);
  }

  void put_base(char32_t c) {
    base_ = c;
    keeps_marks_ = keeps_marks(script(c));
    accented_.feed({c, 0});
    for (const Plain& plain : kPlainSpellings) {
      if (plain.letter != c) continue;
      folded_.feed({plain.spelling[0], 0});
      if (plain.spelling[1] != 0) folded_.feed({plain.spelling[1], 0});
      return;
    }
    folded_.feed({c, 0});
  }

  void put_mark(Mark mark) {
    accented_.feed(mark);
    const bool keeps = base_ == 0 ? keeps_marks(script(mark.value)) : keeps_marks_;
    if (keeps || is_own_letter(base_, mark.value)) folded_.feed(mark);
  }

  void flush_marks() {
    for (const Mark& mark : marks_) put_mark(mark);
    marks_.clear();
  }

  Composer folded_;
  Composer accented_;
  Marks marks_;        // of the current base, not yet put
  char32_t base_ = 0;  // 0: none yet
  bool keeps_marks_ = false;
};

}  // namespace

void fold_word(std::string_view run, std::string& folded, std::string& accented) {
  WordFolder folder(folded, accented);
  const char* const end = run.data() + run.size();
  for (const char* at = run.data(); at < end;) {
    const utf8::CodePoint step = utf8::next(at, end);
    folder.feed(step.value);
    at += step.length;
  }
  folder.finish();
}

}  // namespace loci::unicode
