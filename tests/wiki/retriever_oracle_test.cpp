// The whole retrieval against tests/support/hybrid_oracle.h, over generated memories and options.

#include <algorithm>
#include <catch_amalgamated.hpp>

#include "support/generated_documents.h"
#include "support/hybrid_memory.h"
#include "wiki/retriever.h"

using namespace loci;
using namespace loci::test;

namespace {

// A word of small letters only, and in no language.
std::string in_letters(const std::string& word) {
  std::string letters = "qx";
  for (const char c : word) letters += c >= '0' && c <= '9' ? "bcdfghjklm"[c - '0'] : c;
  return letters;
}

std::string name_of_item(int number) { return in_letters("n" + std::to_string(number)); }

std::string sentence(DocumentGenerator& generator, int most) {
  std::string text;
  for (int i = generator.below(most + 1); i > 0; --i) text += in_letters(generator.word()) + " ";
  return text;
}

// Few directions, so that cosines tie, fall to 0 and below.
Vector vector(DocumentGenerator& generator, size_t width) {
  Vector vector(width, 0);
  for (float& number : vector) number = static_cast<float>(generator.below(5) - 2);
  vector[static_cast<size_t>(generator.below(static_cast<int>(width)))] = 1;
  return vector;
}

const char* const kCategories[] = {"b", "a", "c"};

// To one of the items, or to nothing.
std::string link(DocumentGenerator& generator, int items) {
  return "[[" + std::string(kCategories[generator.below(3)]) + ":" +
         name_of_item(generator.below(items + items / 4 + 1)) + "]] ";
}

// Few positions, so that some are shared, and some sequences with holes.
std::optional<SequencePlace> place(DocumentGenerator& generator, int items) {
  if (generator.below(4) == 0) return std::nullopt;
  return SequencePlace{generator.below(1 + items / 12), generator.below(16) * generator.below(3)};
}

void fill(HybridMemory& memory, DocumentGenerator& generator, int items, size_t width) {
  for (int i = 0; i < items; ++i) {
    std::string content = sentence(generator, generator.below(3) == 0 ? 90 : 12);
    if (generator.below(3) == 0) content += link(generator, items);
    const bool embedded = generator.below(3) > 0;
    memory.add(kCategories[generator.below(3)], name_of_item(i), content + sentence(generator, 3),
               embedded ? std::optional(vector(generator, width)) : std::nullopt, i,
               place(generator, items));
  }
}

RetrieveOptions options(DocumentGenerator& generator, int items, size_t width) {
  RetrieveOptions options;
  options.explain = true;
  if (generator.below(6) > 0) options.embedding = vector(generator, width);
  const double weights[] = {0, 1, 0.5, generator.below(1000) / 999.0};
  options.fusion_weight = weights[generator.below(4)];
  options.context = generator.below(5) > 0;
  options.fusion = generator.below(2) == 0 ? Fusion::kMinMax : Fusion::kReciprocalRank;
  options.limit = static_cast<size_t>(generator.below(51));
  options.expand_links = generator.below(2) == 0;
  if (generator.below(3) == 0) options.categories = Texts{kCategories[generator.below(3)], "x"};
  if (generator.below(3) == 0) options.since = generator.below(items + 1);
  if (generator.below(3) == 0) options.before = generator.below(items + 1);
  if (generator.below(3) == 0) {
    options.budget_tokens = static_cast<uint64_t>(generator.below(60));
  }
  return options;
}

std::vector<OracleEntry> entries_of(const Retrieval& found, const HybridMemory& memory) {
  std::vector<RetrievedEntry> all = found.items;
  all.insert(all.end(), found.dropped.begin(), found.dropped.end());
  std::vector<OracleEntry> entries;
  for (const RetrievedEntry& entry : all) {
    const auto by_name = [&](const auto& known) { return known.first.second == entry.via; };
    const auto& ids = memory.oracle.ids;
    const int64_t via =
        entry.via ? std::find_if(ids.begin(), ids.end(), by_name)->second : int64_t{0};
    entries.push_back({entry.item.id, via, entry.score, entry.bm25_score, entry.cos_score});
  }
  return entries;
}

// That the accounts of the entries add up, and the budget is kept.
void require_sound(const Retrieval& found, const RetrieveOptions& options, Profile profile) {
  const bool in_context = options.context && profile == Profile::kDefault;
  for (const auto* entries : {&found.items, &found.dropped}) {
    for (const RetrievedEntry& entry : *entries) {
      REQUIRE(entry.shares.has_value() == entry.score.has_value());
      REQUIRE(entry.context.has_value() == (in_context && entry.bm25_score.has_value()));
      if (entry.shares) REQUIRE(entry.shares->bm25 + entry.shares->cosine == *entry.score);
      const bool lends = in_context && options.fusion == Fusion::kMinMax;
      if (!entry.cos_score && entry.shares && !lends) REQUIRE(entry.shares->cosine == 0);
      if (!entry.bm25_score && entry.shares) REQUIRE(entry.shares->bm25 == 0);
      double sum = 0;
      for (const TermWeight& term : entry.terms) sum += term.weight;
      REQUIRE(sum == (entry.context ? entry.context->own : entry.bm25_score.value_or(0)));
      if (entry.context) REQUIRE(entry.context->sum() == *entry.bm25_score);
    }
  }
  uint64_t used = 0;
  for (const RetrievedEntry& entry : found.items) used += entry.tokens_est;
  REQUIRE(used == found.budget_used);
  if (!options.budget_tokens) return;
  REQUIRE((used <= *options.budget_tokens || found.items.size() == 1));
  if (!found.dropped.empty()) {
    REQUIRE(used + found.dropped[0].tokens_est > *options.budget_tokens);
  }
}

}  // namespace

TEST_CASE("a hybrid retrieval is what the plain formulas say, to the last bit") {
  DocumentGenerator generator(17, 40);
  for (const Profile profile : {Profile::kDefault, Profile::kReference}) {
    for (const int items : {0, 1, 2, 7, 30, 120, 400}) {
      const size_t width = items % 2 == 0 ? 3 : 8;
      HybridMemory memory(profile);
      fill(memory, generator, items, width);
      for (int round = items > 200 ? 40 : 0; round < 60; ++round) {
        const RetrieveOptions asked = options(generator, items, width);
        const std::string query = sentence(generator, 5);
        const Retrieval found = memory.ask(query, asked);
        RetrieveOptions usable = asked;
        if (!found.embedding_used) usable.embedding.reset();
        REQUIRE(found.embedding_used == (asked.embedding && !memory.oracle.vectors.empty()));
        REQUIRE(entries_of(found, memory) == memory.expected(query, usable));
        require_sound(found, asked, profile);
      }
    }
  }
}

TEST_CASE("a hybrid retrieval gives the same answer each time") {
  DocumentGenerator generator(3, 30);
  HybridMemory memory;
  fill(memory, generator, 80, 4);
  RetrieveOptions asked;
  asked.embedding = Vector{1, 0, 0, 1};
  asked.explain = true;
  const std::string first = picture_of(memory.ask("qxwb qxwc", asked));
  for (int i = 0; i < 20; ++i) REQUIRE(picture_of(memory.ask("qxwb qxwc", asked)) == first);
}
