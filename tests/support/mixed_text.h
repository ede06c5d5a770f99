#pragma once

/// Text of many scripts at random: words people write, marks, joiners, characters that stand alone,
/// and any other code point now and then.

#include <cstdint>
#include <random>
#include <string>

#include "base/utf8.h"

namespace loci::test {

class MixedText {
 public:
  explicit MixedText(uint64_t seed) : random_(seed) {}

  /// A valid text of up to `pieces` pieces.
  std::string next(int pieces) {
    std::string text;
    for (int count = below(pieces + 1); count > 0; --count) append_piece(text);
    return text;
  }

  int below(int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(random_); }

 private:
  static constexpr const char* kPieces[] = {"getUserById",
                                            "HTTPServer",
                                            "v2",
                                            "deploy",
                                            "X",
                                            "café",
                                            "e\u0301",
                                            "Straße",
                                            "İstanbul",
                                            "Ελλάδα",
                                            "Привет",
                                            "ё",
                                            "שָׁלוֹם",
                                            "سـلام",
                                            "मेरा",
                                            "น้ำตก",
                                            "ລາວ",
                                            "ខ្មែរ",
                                            "မြန်မာ",
                                            "한국어",
                                            "\u1112\u1161\u11ab",
                                            "漢字",
                                            "々",
                                            "〇",
                                            "海",
                                            "\U00020BB7野家",
                                            "ｶﾞｷﾞ",
                                            "ＡＢＣ１２３",
                                            "ひらがな",
                                            "カー",
                                            "٣",
                                            "Ⅳ",
                                            "½",
                                            "㈠",
                                            "㊀㊁",
                                            "ﬁ",
                                            "ß",
                                            "\u00ad",
                                            "\u200d",
                                            "\ufe0f",
                                            "\u0301",
                                            "\u0640",
                                            "🎉",
                                            "👨\u200d👩\u200d👧",
                                            "¿",
                                            "。",
                                            "、"};
  static constexpr const char* kMarks = " \n._-'/@#+!\"[]:|\\`~*()";

  void append_piece(std::string& text) {
    const int kind = below(8);
    if (kind < 4) {
      text += kPieces[below(sizeof kPieces / sizeof *kPieces)];
    } else if (kind < 7) {
      text += kMarks[below(static_cast<int>(std::char_traits<char>::length(kMarks)))];
    } else {
      utf8::append(text, static_cast<char32_t>(below(below(2) == 0 ? 0x3100 : 0x110000)));
    }
  }

  std::mt19937_64 random_;
};

}  // namespace loci::test
