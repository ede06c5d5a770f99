// Ranked may be every drawer of the store, of which a few are wanted. So the head of the ranking is
// asked for, and a longer one, until what it comes to is certain: drawers enough, each text once
// and no more than two of a file.
//
// Tested by tests/palace/search_test.cpp and, against the plain formulas, by
// tests/palace/search_model_test.cpp.

#include "palace/choice.h"

#include <algorithm>
#include <utility>

#include "palace/ranking.h"
#include "retrieve/duplicates.h"
#include "text/same_text.h"

namespace loci {
namespace {

constexpr size_t kFirstHead = 64;

Status compare_texts(int64_t a, int64_t b, const PalaceSources& sources, bool& same) {
  LOCI_ASSIGN(first, sources.store.drawers().get(a));
  LOCI_TRY(sources.store.drawers().show(b, [&](const DrawerRow& second) -> Status {
    same = same_text(first.text, second.text, sources.analyzer.profile);
    return Ok{};
  }));
  return Ok{};
}

// Leaves each text once.
Status collapse(const std::vector<PalaceCandidate>& ranked, const PalaceSources& sources,
                std::vector<ChosenDrawer>& distinct) {
  const auto facts_of = [&](size_t i) { return sources.index.facts(ranked[i].number); };
  std::vector<uint64_t> hashes;
  for (size_t i = 0; i < ranked.size(); ++i) hashes.push_back(facts_of(i).text_hash);
  Status status = Ok{};
  const auto same = [&](size_t a, size_t b) {
    bool equal = false;
    if (status.ok()) status = compare_texts(facts_of(a).id, facts_of(b).id, sources, equal);
    return equal;
  };
  const std::vector<Distinct> texts = collapse_duplicates(hashes, same);
  LOCI_TRY(std::move(status));
  distinct = std::vector<ChosenDrawer>(texts.size());
  for (size_t i = 0; i < texts.size(); ++i) {
    distinct[i].candidate = ranked[texts[i].best];
    for (const size_t other : texts[i].others) {
      distinct[i].duplicates.push_back(ranked[other].number);
    }
  }
  return Ok{};
}

// Lets files take turns; how many stand within their turns.
size_t keep_in_turn(const PalaceIndex& index, size_t limit, std::vector<ChosenDrawer>& distinct) {
  std::vector<uint64_t> files;
  for (const ChosenDrawer& drawer : distinct) {
    const DrawerFacts& facts = index.facts(drawer.candidate.number);
    files.push_back(index.file_in_wing(facts.place, facts.source_hash));
  }
  size_t within = 0;
  const std::vector<size_t> places = take_turns(files, limit, within);
  std::vector<ChosenDrawer> chosen(places.size());
  for (size_t i = 0; i < places.size(); ++i) chosen[i] = std::move(distinct[places[i]]);
  distinct = std::move(chosen);
  return within;
}

}  // namespace

Status choose(HeadOf head_of, size_t limit, const PalaceSources& sources,
              std::vector<ChosenDrawer>& chosen) {
  const bool is_reference = sources.analyzer.profile == Profile::kReference;
  for (size_t length = std::max(kFirstHead, 2 * limit);; length *= 4) {
    std::vector<PalaceCandidate> head;
    const bool is_all = head_of(length, head);
    if (is_reference && (is_all || head.size() >= limit)) {
      chosen = std::vector<ChosenDrawer>(std::min(limit, head.size()));
      for (size_t i = 0; i < chosen.size(); ++i) chosen[i].candidate = head[i];
      return Ok{};
    }
    if (is_reference) continue;
    LOCI_TRY(collapse(head, sources, chosen));
    const size_t within = keep_in_turn(sources.index, limit, chosen);
    if (is_all || within == limit) return Ok{};
  }
}

}  // namespace loci
