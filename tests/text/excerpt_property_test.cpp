// What holds for every excerpt: properties on generated text of many scripts, and the place that is
// chosen against a search that tries every window.

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <list>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "support/mixed_text.h"
#include "support/slow_excerpt.h"
#include "text/code_points.h"
#include "text/excerpt.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr int kTexts = 1500;

/// A content, a query of its own words and others, forms of some among them, and perhaps a part
/// of it.
struct Sample {
  explicit Sample(MixedText& random_text) : generator(random_text), content(generator.next(160)) {
    size = static_cast<uint32_t>(utf8::count_code_points(content));
    tokenize(content, Profile::kDefault, tokens);
    terms.push_back({"海", true});
    for (int count = generator.below(6); count > 0 && !tokens.tokens.empty(); --count) {
      add(tokens.tokens[generator.below(static_cast<int>(tokens.tokens.size()))]);
    }
    if (size < 2 || generator.below(2) == 0) return;
    const auto start = static_cast<uint32_t>(generator.below(static_cast<int>(size)));
    within = ChunkRange{start, start + 1 + static_cast<uint32_t>(generator.below(200))};
  }

  size_t random(size_t bound) {
    return static_cast<size_t>(generator.below(static_cast<int>(bound)));
  }

  void add(const Token& token) {
    for (const ExcerptTerm& term : terms) {
      if (term.term == tokens.term(token)) return;
    }
    terms.push_back({tokens.term(token), token.shape == TokenShape::kLoneCharacter});
    const auto any_term = [&] { return tokens.term(tokens.tokens[random(tokens.tokens.size())]); };
    if (random(3) == 0) terms.back().sixteenths = 2;
    auto& more = forms.emplace_back();
    for (size_t count = random(3); count > 0 && terms.back().sixteenths == 16; --count) {
      more.push_back({any_term(), static_cast<uint32_t>(1 + random(13))});
    }
    terms.back().forms = more;
  }

  ChunkRange part() const {
    return within ? ChunkRange{within->start, std::min(within->end, size)} : ChunkRange{0, size};
  }

  MixedText& generator;
  std::string content;
  uint32_t size;
  TokenBuffer tokens;
  std::vector<ExcerptTerm> terms;
  std::list<std::vector<ExcerptForm>> forms;
  std::optional<ChunkRange> within;
};

void require_exact(const Sample& sample, const Excerpt& found) {
  const std::string_view content = sample.content;
  const size_t start = utf8::prefix_bytes(content, found.range.start);
  const size_t end = utf8::prefix_bytes(content, found.range.end);
  REQUIRE(found.text == content.substr(start, end - start));
  REQUIRE(found.range.end - found.range.start <= kExcerptLength);
  REQUIRE(utf8::is_valid(found.text));
  REQUIRE(found.range16.start == utf8::utf16_length(content.substr(0, start)));
  REQUIRE(found.range16.end == utf8::utf16_length(content.substr(0, end)));
  REQUIRE((found.text.empty() == content.empty()));
}

// A character is cut only where it could be whole at the cost of a term alone: a term may begin
// inside of one, as Thai's sara am does.
void require_whole_characters(const Sample& sample, const Excerpt& found) {
  const CodePoints points(sample.content, UINT32_MAX);
  const auto hits = slow_hits(sample.content, sample.terms, Profile::kDefault);
  const bool ends_with_term = found.range.end == slow_best(hits, sample.part()).end;
  const bool is_full = found.range.end - found.range.start == kExcerptLength;
  uint32_t whole = found.range.start;
  while (!points.starts_cluster(whole)) --whole;
  const auto worth_from = [&](uint32_t start) {
    return worth_of(hits, sample.part(), start, start + kExcerptLength);
  };
  CHECK((whole == found.range.start || worth_from(whole) < worth_from(found.range.start)));
  CHECK((points.starts_cluster(found.range.end) || ends_with_term || is_full));
}

TEST_CASE("every excerpt is exact source text of whole characters") {
  MixedText generator(GENERATE(371u, 1008u, 1050u));
  for (int i = 0; i < kTexts; ++i) {
    const Sample sample(generator);
    CAPTURE(i, sample.content);
    const Excerpt found =
        take_excerpt(sample.content, sample.terms, sample.within, Profile::kDefault);
    require_exact(sample, found);
    require_whole_characters(sample, found);
  }
}

TEST_CASE(
    "no window shows more of the query's terms and their forms, and none shows as much earlier") {
  MixedText generator(372);
  size_t with_several = 0;
  for (int i = 0; i < kTexts; ++i) {
    const Sample sample(generator);
    const auto hits = slow_hits(sample.content, sample.terms, Profile::kDefault);
    const SlowBest best = slow_best(hits, sample.part());
    const ChunkRange range =
        take_excerpt(sample.content, sample.terms, sample.within, Profile::kDefault).range;
    CAPTURE(i, sample.content, best.end, range.start, range.end);
    CHECK(worth_of(hits, sample.part(), range.start, range.end) == best.worth);
    if (best.worth == 0) continue;
    CHECK(worth_of(hits, sample.part(), range.start, best.end) == best.worth);
    with_several += best.worth > ExcerptTerm::kWhole && sample.size > kExcerptLength;
  }
  CHECK(with_several > 100);
}

}  // namespace
