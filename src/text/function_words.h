#pragma once

/// Which words of a question say nothing about what is asked for: articles, pronouns, prepositions,
/// auxiliaries, question words. 32 languages (src/text/function_words/words.txt); no language is
/// told or guessed beforehand.

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/token.h"

namespace loci {

/// For each token of a question, as tokenize() left it in the default profile, whether it is a
/// function word. The languages vote by how many words of the question they list, those of each
/// script among themselves, and the lists of the winners count (of all, where several are even):
///
///   who lets the dog in when we are out   ->   who the in when we are
///   wer hat die Karten für das Spiel      ->   wer hat die für das
///   red car with a dent                   ->   with a           (`car` is French for "because")
///   die cast                              ->   none             (one word is no German)
///
/// A word is looked up as it is written, accents and all, and one without accents also as any word
/// that has some. A word with an apostrophe is one when it is listed (don't) or all in it are
/// (what's). In a script without spaces the listed words are looked for in the run, and what lies
/// inside of them is marked: 为什么 in 为什么取消 marks 为什 and 什么. Other identifiers and parts
/// never are; all words of a question can be ("to be or not to be"). Takes linear time.
std::vector<bool> function_words(const TokenBuffer& question);

/// What the lists say of one folded word; for tests, and for who wants to count.
struct ListedWord {
  uint32_t languages = 0;  // a bit for each language, in the order of words.txt
  bool weak = false;       // tells little about the language
};
ListedWord find_function_word(std::string_view word);

}  // namespace loci
