// A run is a maximal sequence of letters, digits, marks and joiners of one script that begins and
// ends with a letter or digit; it may carry a mark in front (`#1`, `@name`) or behind (`C++`,
// `C#`).
//
//   getUserById_v2   words getuserbyid v2, identifier getuserbyid_v2, parts get user by id
//   don't            words don t, identifier don't
//
// All terms of a run lie in one stretch of TokenBuffer::terms (`getuserbyid_v2`), and are views
// into it. Runs of plain ASCII never leave the first function; the others are folded word by word.
//
// Tested by tests/text/tokenizer_test.cpp.

#include "text/word_scanner.h"

#include <string>

#include "base/utf8.h"
#include "text/ascii.h"
#include "text/spaceless_scanner.h"
#include "text/unicode/fold_word.h"
#include "text/unicode/unicode.h"

namespace loci {
namespace {

using unicode::Category;
using unicode::Script;

constexpr char32_t kTypographicApostrophe = 0x2019;

// What a character outside ASCII is to a run.
enum class Role { kEnds, kJoins, kIgnored, kMarks, kBelongs };

struct Neighbour {
  Role role;
  Script script;  // kCommon where it fits any
  uint8_t length;
};

Neighbour look_at(std::string_view text, size_t at) {
  const auto [c, length] = utf8::next(text.data() + at, text.data() + text.size());
  if (c == kTypographicApostrophe) return {Role::kJoins, Script::kCommon, length};
  if (unicode::is_ignorable(c)) return {Role::kIgnored, Script::kCommon, length};
  const auto [category, script] = unicode::properties(c);
  if (category == Category::kDigit) return {Role::kBelongs, Script::kCommon, length};
  if (category == Category::kMark) {
    const bool spaced =
        !unicode::is_spaceless(script) && (script < Script::kHan || script > Script::kHangul);
    return {spaced ? Role::kMarks : Role::kEnds, Script::kCommon, length};
  }
  if (run_kind(c) != RunKind::kWord) return {Role::kEnds, script, length};
  return {Role::kBelongs, script == Script::kInherited ? Script::kCommon : script, length};
}

// Where the run that begins at `at` ends: past its last letter or digit.
size_t end_of_run(std::string_view text, size_t at) {
  size_t end = at;
  bool joined = false;  // nothing but ignorable characters stands behind a joiner so far
  Script script = Script::kCommon;
  while (at < text.size()) {
    const char c = text[at];
    if (ascii::is_ascii(c)) {
      const uint8_t classes = ascii::classes(c);
      if (classes == 0) break;
      ++at;
      joined = (classes & ascii::kAlnum) == 0;
      if (joined) continue;
      if ((classes & (ascii::kLower | ascii::kUpper)) != 0) {
        if (script != Script::kCommon && script != Script::kLatin) break;
        script = Script::kLatin;
      }
      end = at;
      continue;
    }
    const Neighbour next = look_at(text, at);
    if (next.role == Role::kEnds || (next.role == Role::kMarks && joined)) break;
    at += next.length;
    if (next.role == Role::kIgnored) continue;
    joined = next.role == Role::kJoins;
    if (joined) continue;
    if (next.script != Script::kCommon) {
      if (script != Script::kCommon && script != next.script) break;
      script = next.script;
    }
    end = at;
  }
  return end;
}

bool continues(std::string_view text, size_t at) {
  if (at >= text.size()) return false;
  if (ascii::is_ascii(text[at])) return ascii::is_alnum(text[at]);
  return look_at(text, at).role == Role::kBelongs;
}

// The marks behind a run: `++`, or one `#`, unless the next word begins right there.
size_t trailing_marks(std::string_view text, size_t end) {
  const std::string_view rest = text.substr(end);
  const size_t length = rest.starts_with("++") ? 2 : rest.starts_with("#") ? 1 : 0;
  return length > 0 && !continues(text, end + length) ? length : 0;
}

bool has_leading_mark(std::string_view text, size_t at) {
  return at > 0 && (text[at - 1] == '#' || text[at - 1] == '@');
}

// Where the parts of a word in camel case begin, after the first: before an upper-case letter that
// follows a lower-case one or a digit (`userId`), and before the last upper-case letter of several
// when a lower-case one follows it (`HTTPServer`).
bool begins_part(std::string_view word, size_t at) {
  if (at == 0 || !ascii::is_upper(word[at])) return false;
  if (!ascii::is_upper(word[at - 1])) return true;
  return at + 1 < word.size() && ascii::is_lower(word[at + 1]);
}

// The end of the word at `at` if it is what nearly all are: plain ASCII without upper-case letters
// inside, followed by something that can neither join nor mark it. Otherwise `at`.
size_t end_of_plain_word(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && ascii::is_alnum(text[end])) {
    if (end > at && ascii::is_upper(text[end])) return at;
    ++end;
  }
  if (end == text.size()) return end;
  const char next = text[end];
  if (next == '.') {  // the end of a sentence
    return end + 1 == text.size() || text[end + 1] == ' ' || text[end + 1] == '\n' ? end : at;
  }
  const bool ends = ascii::is_ascii(next) && ascii::classes(next) == 0;
  return ends && next != '+' && next != '#' ? end : at;
}

class RunCutter {
 public:
  RunCutter(std::string_view text, TokenBuffer& out) : text_(text), out_(out) {}

  // The run [start, end), with its marks in [marked_start, marked_end).
  void cut(size_t marked_start, size_t start, size_t end, size_t marked_end) {
    const size_t base = out_.terms.size();
    out_.terms.append(text_, marked_start, start - marked_start);
    int words = 0;
    for (size_t at = start; at < end;) {
      const size_t joiner = joiner_at(at);
      if (joiner > 0) {
        out_.terms += joiner == 1 ? text_[at] : '\'';
        at += joiner;
        continue;
      }
      const size_t word_end = end_of_word(at, end);
      ++words;
      cut_word(at, word_end);
      at = word_end;
    }
    out_.terms.append(text_, end, marked_end - end);
    const bool marked = marked_start < start || end < marked_end;
    if (words > 1 || marked) {
      emit(base, out_.terms.size(), marked_start, marked_end, TokenKind::kIdentifier);
    }
    emit_accented();
  }

 private:
  struct Accented {
    std::string spelling;
    size_t start;
    size_t end;
  };

  // The length of the joiner at `at`, 0 where there is none.
  size_t joiner_at(size_t at) const {
    if (ascii::is_ascii(text_[at])) return ascii::is_joiner(text_[at]) ? 1 : 0;
    const Neighbour next = look_at(text_, at);
    return next.role == Role::kJoins ? next.length : 0;
  }

  size_t end_of_word(size_t at, size_t end) const {
    while (at < end && joiner_at(at) == 0) {
      at += ascii::is_ascii(text_[at]) ? 1 : look_at(text_, at).length;
    }
    return at;
  }

  void cut_word(size_t start, size_t end) {
    const std::string_view word = text_.substr(start, end - start);
    const size_t base = out_.terms.size();
    bool camel = false;
    bool plain = true;
    for (size_t i = 0; i < word.size(); ++i) {
      plain = plain && ascii::is_ascii(word[i]);
      camel = camel || begins_part(word, i);
    }
    if (plain) {
      ascii::append_lower(word, out_.terms);
    } else {
      fold(word, start, end);
    }
    const TokenKind kind = camel && plain ? TokenKind::kIdentifier : TokenKind::kWord;
    emit(base, out_.terms.size(), start, end, kind);
    if (camel && plain) cut_camel_case(word, base, start);
  }

  void fold(std::string_view word, size_t start, size_t end) {
    const size_t base = out_.terms.size();
    std::string accented;
    unicode::fold_word(word, out_.terms, accented);
    if (std::string_view(out_.terms).substr(base) != accented) {
      accented_.push_back({std::move(accented), start, end});
    }
  }

  void cut_camel_case(std::string_view word, size_t base, size_t start) {
    size_t from = 0;
    for (size_t i = 1; i <= word.size(); ++i) {
      if (i < word.size() && !begins_part(word, i)) continue;
      emit(base + from, base + i, start + from, start + i, TokenKind::kPart);
      from = i;
    }
  }

  // The accented spellings come last, so that the run's own stretch of terms stays whole.
  void emit_accented() {
    for (const Accented& word : accented_) {
      const size_t base = out_.terms.size();
      out_.terms += word.spelling;
      emit(base, out_.terms.size(), word.start, word.end, TokenKind::kWord, TokenShape::kSpelling);
    }
  }

  void emit(size_t term_start, size_t term_end, size_t start, size_t end, TokenKind kind,
            TokenShape shape = TokenShape::kWhole) {
    if (term_start == term_end) return;
    out_.tokens.push_back({static_cast<uint32_t>(term_start),
                           static_cast<uint32_t>(term_end - term_start),
                           static_cast<uint32_t>(start), static_cast<uint32_t>(end), kind, shape});
  }

  std::string_view text_;
  TokenBuffer& out_;
  std::vector<Accented> accented_;
};

}  // namespace

size_t scan_word_run(std::string_view text, size_t at, size_t lower, TokenBuffer& out) {
  const bool marked = has_leading_mark(text, at);
  if (const size_t end = end_of_plain_word(text, at); end > at && !marked) {
    out.tokens.push_back({static_cast<uint32_t>(lower + at), static_cast<uint32_t>(end - at),
                          static_cast<uint32_t>(at), static_cast<uint32_t>(end), TokenKind::kWord,
                          TokenShape::kWhole});
    return end;
  }
  const size_t end = end_of_run(text, at);
  const size_t marks = trailing_marks(text, end);
  RunCutter(text, out).cut(marked ? at - 1 : at, at, end, end + marks);
  return end + marks;
}

}  // namespace loci
