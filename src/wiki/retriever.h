#pragma once

/// The wiki face's answer to a question: hits, the items they link to, cut to a budget, with an
/// account of every choice.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "index/inverted_index.h"
#include "retrieve/lexical_search.h"
#include "store/item.h"
#include "store/item_table.h"
#include "text/profile.h"

namespace loci {

struct RetrieveOptions {
  size_t limit = 10;                      // hits; links come on top
  std::optional<uint64_t> budget_tokens;  // none: no cut
  bool expand_links = true;
  bool explain = false;
  std::optional<std::vector<std::string>> categories;  // none: all
  std::optional<int64_t> since;                        // microseconds since 1970, inclusive
  std::optional<int64_t> before;                       // exclusive
};

struct RetrievedEntry {
  enum class Source { kHit, kLink };

  Item item;
  Source source = Source::kHit;
  std::optional<double> score;
  std::optional<double> bm25_score;
  std::optional<std::string> via;          // the name of the hit that links here
  std::vector<std::string> matched_terms;  // sorted, each once
  uint64_t tokens_est = 0;                 // of name + "\n" + content
  std::vector<TermWeight> terms;           // with explain; their weights add up to bm25_score
};

struct Retrieval {
  std::vector<RetrievedEntry> items;
  std::vector<RetrievedEntry> dropped;  // with explain: what the budget cut, in order
  uint64_t budget_used = 0;
  bool over_budget = false;
  std::vector<std::string> unresolved_links;  // as [[category:name]]
  bool no_query_terms = false;
};

/// Reads top to bottom as SPEC 2 does: candidates, hits, links, budget. Changes nothing.
Result<Retrieval> retrieve(std::string_view query, const RetrieveOptions& options,
                           InvertedIndex& index, ItemTable& items, Profile profile);

}  // namespace loci
