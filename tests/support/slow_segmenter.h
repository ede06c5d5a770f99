#pragma once

/// jieba's accurate mode in the slow, obvious way: Python's own steps over maps and strings. What
/// the segmenter is compared with. It reads neither malformed lines nor files.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/math.h"
#include "base/utf8.h"
#include "support/reference_tokens.h"

namespace loci::test {

inline std::string utf8_of(const std::u32string& characters) {
  std::string text;
  for (const char32_t c : characters) utf8::append(text, c);
  return text;
}

/// A model by the names of its states, with probabilities instead of their logarithms.
struct SlowModel {
  std::map<char, double> start;
  std::map<char, std::map<char, double>> transition;
  std::map<char, std::map<char32_t, double>> emission;
};

class SlowSegmenter {
 public:
  void add(const std::u32string& word, uint32_t frequency) {
    frequencies_[word] = frequency;
    total_ += frequency;
    for (size_t length = 1; length < word.size(); ++length) {
      frequencies_.try_emplace(word.substr(0, length), 0);
    }
  }

  void add_user(const std::u32string& word, std::optional<uint32_t> frequency) {
    add(word, frequency ? *frequency : suggest(word));
    if (frequency && *frequency == 0) force_split_.insert(word);
  }

  void use(SlowModel model) { model_ = std::move(model); }

  std::vector<std::string> segment(std::string_view run) const {
    std::vector<std::string> words;
    std::u32string block;
    for (const char32_t c : characters_of(run)) {
      if (c >= 0x4E00 && c <= 0x9FD5) {
        block += c;
        continue;
      }
      for (const auto& word : cut(std::exchange(block, {}))) words.push_back(utf8_of(word));
      words.push_back(utf8_of({c}));
    }
    for (const auto& word : cut(block)) words.push_back(utf8_of(word));
    return words;
  }

 private:
  using Words = std::vector<std::u32string>;

  uint32_t frequency(const std::u32string& word, uint32_t otherwise) const {
    const auto found = frequencies_.find(word);
    return found == frequencies_.end() ? otherwise : found->second;
  }

  // The score of the best path from each character on, and where its first word ends.
  Words path(const std::u32string& text) const {
    std::vector<std::pair<double, size_t>> route(text.size() + 1, {0, 0});
    for (size_t at = text.size(); at-- > 0;) {
      std::vector<size_t> ends;
      for (size_t end = at + 1; end <= text.size(); ++end) {
        const auto piece = text.substr(at, end - at);
        if (!frequencies_.contains(piece)) break;
        if (frequency(piece, 0) > 0) ends.push_back(end);
      }
      if (ends.empty()) ends.push_back(at + 1);
      std::set<std::pair<double, size_t>> choices;
      for (const size_t end : ends) {
        const uint32_t known = std::max(frequency(text.substr(at, end - at), 0), 1u);
        choices.emplace(
            natural_log(known) - natural_log(static_cast<double>(total_)) + route[end].first, end);
      }
      route[at] = *choices.rbegin();
    }
    Words words;
    for (size_t at = 0; at < text.size(); at = route[at].second) {
      words.push_back(text.substr(at, route[at].second - at));
    }
    return words;
  }

  Words cut(const std::u32string& text) const {
    Words words;
    std::u32string buffer;
    const auto flush = [&] {
      const std::u32string singles = std::exchange(buffer, {});
      const bool known = frequency(singles, 0) > 0;
      for (const auto& word : model_ && !known ? cut_by_model(singles) : characters(singles)) {
        words.push_back(word);
      }
    };
    for (const std::u32string& word : path(text)) {
      if (word.size() == 1) {
        buffer += word;
        continue;
      }
      flush();
      words.push_back(word);
    }
    flush();
    return words;
  }

  static Words characters(const std::u32string& text) {
    Words words;
    for (const char32_t c : text) words.push_back({c});
    return words;
  }

  Words cut_by_model(const std::u32string& text) const {
    Words words;
    if (text.size() < 2) return characters(text);
    std::u32string word;
    const std::string states = likeliest(text);
    for (size_t i = 0; i < text.size(); ++i) {
      word += text[i];
      if (states[i] == 'B' || states[i] == 'M') continue;
      const bool split = force_split_.contains(word);
      for (const auto& part : split ? characters(word) : Words{word}) words.push_back(part);
      word.clear();
    }
    return words;
  }

  static double log_of(double probability) {
    return probability > 0 ? std::log(probability) : -3.14e100;
  }

  std::string likeliest(const std::u32string& text) const {
    static const std::map<char, std::string> before = {
        {'B', "ES"}, {'M', "MB"}, {'S', "SE"}, {'E', "BM"}};
    std::map<char, std::pair<double, std::string>> ways;
    for (const char state : std::string("BMES")) {
      ways[state] = {log_of(model_->start.at(state)) + emission(state, text[0]), {state}};
    }
    for (size_t i = 1; i < text.size(); ++i) {
      std::map<char, std::pair<double, std::string>> next;
      for (const char state : std::string("BMES")) {
        std::set<std::pair<double, char>> choices;
        for (const char previous : before.at(state)) {
          choices.emplace(ways[previous].first + log_of(model_->transition.at(previous).at(state)) +
                              emission(state, text[i]),
                          previous);
        }
        const auto& [score, previous] = *choices.rbegin();
        next[state] = {score, ways[previous].second + state};
      }
      ways = std::move(next);
    }
    return std::max(std::pair(ways['E'].first, 'E'), std::pair(ways['S'].first, 'S')).second == 'E'
               ? ways['E'].second
               : ways['S'].second;
  }

  double emission(char state, char32_t c) const {
    const auto& characters = model_->emission.at(state);
    const auto found = characters.find(c);
    return log_of(found == characters.end() ? 0 : found->second);
  }

  uint32_t suggest(const std::u32string& word) const {
    if (total_ == 0) return 1;
    const auto total = static_cast<double>(total_);
    double share = 1;
    for (const auto& piece : path(word)) share *= frequency(piece, 1) / total;
    return std::max(static_cast<uint32_t>(share * total) + 1, frequency(word, 1));
  }

  std::map<std::u32string, uint32_t> frequencies_;  // of words, and 0 of what words begin with
  std::set<std::u32string> force_split_;
  uint64_t total_ = 0;
  std::optional<SlowModel> model_;
};

}  // namespace loci::test
