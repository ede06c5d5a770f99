// Tested by tests/palace/duplicate_check_test.cpp.

#include "palace/duplicate_check.h"

#include <utility>

#include "base/function_ref.h"
#include "base/sort.h"
#include "retrieve/near_search.h"
#include "retrieve/pool_search.h"
#include "retrieve/similarity.h"
#include "text/same_text.h"

namespace loci {
namespace {

// So many drawers are looked at by each way of comparing that is not exact.
constexpr size_t kCompared = 50;

struct Match {
  int64_t id;
  double similarity;
  Likeness how;
};

class Check {
 public:
  Check(const DuplicateRequest& request, const PalaceSources& sources)
      : request_(request), sources_(sources), profile_(sources.analyzer.profile) {}

  Status run(DuplicateReply& reply) {
    LOCI_TRY(find_same());
    LOCI_TRY(compare_words());
    LOCI_TRY(compare_embeddings(reply));
    heap_sort(matches_.begin(), matches_.end(), [](const Match& a, const Match& b) {
      return a.similarity != b.similarity ? a.similarity > b.similarity : a.id < b.id;
    });
    if (matches_.size() > request_.limit) matches_.resize(request_.limit);
    reply.matches = std::vector<DuplicateMatch>(matches_.size());
    for (size_t i = 0; i < matches_.size(); ++i) LOCI_TRY(present(matches_[i], reply.matches[i]));
    return Ok{};
  }

 private:
  // Each drawer once, with the most that is said of it; the first of equals.
  void add(const Match& match) {
    if (match.how != Likeness::kExact && match.similarity < request_.threshold) return;
    for (Match& known : matches_) {
      if (known.id != match.id) continue;
      if (match.similarity > known.similarity) known = match;
      return;
    }
    matches_.push_back(match);
  }

  Status show(int64_t id, FunctionRef<void(const DrawerRow& drawer)> visit) {
    LOCI_TRY(sources_.store.drawers().show(id, [&](const DrawerRow& drawer) -> Status {
      visit(drawer);
      return Ok{};
    }));
    return Ok{};
  }

  Status find_same() {
    const uint64_t hash = same_text_hash(request_.text, profile_);
    for (uint32_t number = 0; number < sources_.index.size(); ++number) {
      const DrawerFacts& facts = sources_.index.facts(number);
      if (facts.id == 0 || facts.text_hash != hash) continue;
      LOCI_TRY(show(facts.id, [&](const DrawerRow& drawer) {
        if (!same_text(request_.text, drawer.text, profile_)) return;
        matches_.push_back({facts.id, 1, Likeness::kExact});
      }));
    }
    return Ok{};
  }

  Status compare_words() {
    InvertedIndex& words = sources_.index.words();
    const WordSet asked({request_.text}, sources_.analyzer);
    // Words as they stand, all of one weight: what is compared is sets of them.
    std::vector<QueryTerm> terms = parse_query(request_.text, sources_.analyzer);
    std::erase_if(terms, [](const QueryTerm& term) { return term.occurrences == 0; });
    const PoolSearch search(words, terms, Profile::kReference, {});
    for (const ScoredSlot& found : search.top_k(kCompared)) {
      const int64_t id = words.document(found.slot).id;
      LOCI_TRY(show(id, [&](const DrawerRow& drawer) {
        const WordSet held({drawer.text}, sources_.analyzer);
        add({id, jaccard(asked, held), Likeness::kWords});
      }));
    }
    return Ok{};
  }

  Status compare_embeddings(DuplicateReply& reply) {
    LoadedVectors& source = sources_.index.drawer_vectors();
    LOCI_ASSIGN(vectors,
                find_vectors(source, {request_.embedding, request_.model}, reply.embedding_reason));
    if (vectors != nullptr) {
      LOCI_ASSIGN(near,
                  find_near(source, *vectors, Metric::kCosine, *request_.embedding, kCompared, {}));
      for (const NearDocument& found : near) {
        add({found.id, 1 - found.distance, Likeness::kEmbedding});
      }
    }
    if (!request_.embedding) return Ok{};
    reply.vectors_damaged = source.damaged();
    reply.vectors_too_large = source.is_too_large();
    return Ok{};
  }

  Status present(const Match& match, DuplicateMatch& shown) {
    LOCI_ASSIGN(names, sources_.index.names());
    shown.similarity = match.similarity;
    shown.how = match.how;
    return show(match.id, [&](const DrawerRow& drawer) {
      shown.name = drawer.name;
      if (const Place* const place = names->find(drawer.place)) {
        shown.wing = place->wing;
        shown.room = place->room;
      }
    });
  }

  const DuplicateRequest& request_;
  const PalaceSources& sources_;
  Profile profile_;
  std::vector<Match> matches_;
};

}  // namespace

std::string_view name_of(Likeness how) {
  switch (how) {
    case Likeness::kExact:
      return "exact";
    case Likeness::kWords:
      return "words";
    default:
      return "embedding";
  }
}

Status check_duplicate(const DuplicateRequest& request, const PalaceSources& sources,
                       DuplicateReply& reply) {
  return Check(request, sources).run(reply);
}

}  // namespace loci
