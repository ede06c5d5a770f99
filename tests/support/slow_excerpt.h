#pragma once

/// Excerpts by trying every window: what the real ones are held against.

#include <cstdint>
#include <set>
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
  uint32_t start;
  uint32_t end;
};

inline bool stands_for(const ExcerptTerm& term, std::string_view token, TokenShape shape) {
  if (token == term.term) return true;
  return term.lone_character && shape == TokenShape::kBigram &&
         (token.starts_with(term.term) || token.ends_with(term.term));
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
      if (!stands_for(term, tokens.term(token), token.shape)) continue;
      hits.push_back(
          {std::string(term.term), points_before(token.start), points_before(token.end)});
    }
  }
  return hits;
}

/// How many distinct terms stand in [start, end), of those that stand in `part`.
inline size_t distinct_in(const std::vector<SlowHit>& hits, ChunkRange part, uint32_t start,
                          uint32_t end) {
  std::set<std::string_view> distinct;
  for (const SlowHit& hit : hits) {
    const bool counts = hit.start >= part.start && hit.end <= part.end;
    if (counts && hit.start >= start && hit.end <= end) distinct.insert(hit.term);
  }
  return distinct.size();
}

/// The most distinct terms that a window can show, and the first place where such a window ends.
struct SlowBest {
  size_t distinct = 0;
  uint32_t end = 0;
};

inline SlowBest slow_best(const std::vector<SlowHit>& hits, ChunkRange part) {
  SlowBest best;
  for (uint32_t end = part.start; end <= part.end; ++end) {
    const uint32_t start = end - std::min(end, kExcerptLength);
    const size_t distinct = distinct_in(hits, part, start, end);
    if (distinct > best.distinct) best = {distinct, end};
  }
  return best;
}

}  // namespace loci::test
