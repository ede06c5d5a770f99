#pragma once

/// Excerpts by trying every window: what the real ones are held against.

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "text/excerpt.h"
#include "text/tokenizer.h"

namespace loci::test {

/// A term of the query where it stands in a text, in code points.
struct SlowHit {
  std::string term;
  uint32_t sixteenths;
  uint32_t start;
  uint32_t end;
};

/// How much a token counts of a term; 0: it is none of it.
inline uint32_t counts_of(const ExcerptTerm& term, std::string_view token, TokenShape shape) {
  const bool is_inside = term.lone_character && shape == TokenShape::kBigram &&
                         (token.starts_with(term.term) || token.ends_with(term.term));
  if (token == term.term || is_inside) return term.sixteenths;
  uint32_t most = 0;
  for (const ExcerptForm& form : term.forms) {
    if (token == form.term) most = std::max(most, form.sixteenths);
  }
  return most;
}

/// Of the whole text, one after another as the tokens come.
inline std::vector<SlowHit> slow_hits(std::string_view text, const std::vector<ExcerptTerm>& terms,
                                      const Analyzer& analyzer) {
  std::vector<SlowHit> hits;
  TokenBuffer tokens;
  tokenize(text, analyzer, tokens);
  const auto points_before = [&](uint32_t byte) {
    return static_cast<uint32_t>(utf8::count_code_points(text.substr(0, byte)));
  };
  for (const Token& token : tokens.tokens) {
    for (const ExcerptTerm& term : terms) {
      const uint32_t counts = counts_of(term, tokens.term(token), token.shape);
      if (counts == 0) continue;
      hits.push_back(
          {std::string(term.term), counts, points_before(token.start), points_before(token.end)});
    }
  }
  return hits;
}

/// What the terms count together that stand in [start, end), of those that stand in `part`.
inline uint32_t worth_of(const std::vector<SlowHit>& hits, ChunkRange part, uint32_t start,
                         uint32_t end) {
  std::map<std::string_view, uint32_t> best;
  for (const SlowHit& hit : hits) {
    const bool counts = hit.start >= part.start && hit.end <= part.end;
    if (!counts || hit.start < start || hit.end > end) continue;
    best[hit.term] = std::max(best[hit.term], hit.sixteenths);
  }
  uint32_t sum = 0;
  for (const auto& [term, sixteenths] : best) sum += sixteenths;
  return sum;
}

/// The most that a window can show, and the first place where such a window ends.
struct SlowBest {
  uint32_t worth = 0;
  uint32_t end = 0;
};

inline SlowBest slow_best(const std::vector<SlowHit>& hits, ChunkRange part) {
  SlowBest best;
  for (uint32_t end = part.start; end <= part.end; ++end) {
    const uint32_t start = end - std::min(end, kExcerptLength);
    const uint32_t worth = worth_of(hits, part, start, end);
    if (worth > best.worth) best = {worth, end};
  }
  return best;
}

}  // namespace loci::test
