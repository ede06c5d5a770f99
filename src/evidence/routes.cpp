// Two routes, by the summary and by the content, and reciprocal ranks of both (SPEC 4, steps 2 and
// 3). A route goes by meaning where the question has an embedding, and else by words:
//
//   summaries   x y z | v     z, say, is nearest but two; v has no vector, and its words match
//   contents    y w   | v
//   y 1/62 + 1/61, x 1/61, v 1/64 + 1/63, … and to each coverage/61: the share of the question's
//   words that its summary and content hold
//
// In the default profile what has no vector yet stands behind what has one, by its words, so that
// it can be found before the embedder has seen it.
//
// Tested by tests/engine_evidence_search_test.cpp and, against the plain formulas, by
// tests/engine_evidence_model_test.cpp.

#include "evidence/routes.h"

#include <array>
#include <utility>

#include "evidence/pool.h"
#include "retrieve/coverage.h"
#include "retrieve/pool_search.h"
#include "retrieve/route_fusion.h"
#include "retrieve/vector_search.h"
#include "text/whitespace.h"

namespace loci {
namespace {

bool holds_any(const std::vector<bool>& groups) {
  size_t at = 0;
  while (at < groups.size() && !groups[at]) ++at;
  return at < groups.size();
}

class Routes {
 public:
  Routes(const ReadQuestion& read, const Question& question, const Pool& pool,
         const EvidenceSources& sources)
      : read_(read),
        question_(question),
        index_(sources.index),
        profile_(sources.analyzer.profile),
        pool_{pool.events},
        counted_(pool.is_whole ? DocumentFilter() : pool_),
        summaries_(index_.summaries(), read.terms, profile_, counted_),
        contents_(index_.contents(), read.terms, profile_, counted_) {}

  Status rank(std::vector<Candidate>& ranked) {
    std::array<std::vector<int64_t>, 2> routes;
    LOCI_TRY(follow(read_.summaries, index_.summary_vectors(), routes[0]));
    nearest_.clear();  // of summaries
    LOCI_TRY(follow(read_.chunks, index_.chunk_vectors(), routes[1]));
    append_by_words(read_.summaries, index_.summaries(), summaries_, routes[0]);
    append_by_words(read_.chunks, index_.contents(), contents_, routes[1]);
    for (const FusedKey& fused : fuse_routes(routes, [&](int64_t id) { return covered_by(id); })) {
      ranked.push_back({*index_.number_of(fused.key), fused.score, nearest_chunk(fused.key), {}});
    }
    return Ok{};
  }

 private:
  // What is nearest in meaning.
  Status follow(const VectorIndex* vectors, LoadedVectors& source, std::vector<int64_t>& route) {
    if (vectors == nullptr) return Ok{};
    LOCI_ASSIGN(found, find_nearest_groups(source, *vectors, *question_.embedding, kRouteLength,
                                           counted_, index_.size()));
    for (const NearestGroup& nearest : found) route.push_back(index_.facts(nearest.group).id);
    nearest_ = std::move(found);
    return Ok{};
  }

  // What has the best words: of the whole pool, or of what meaning cannot find.
  void append_by_words(const VectorIndex* vectors, const InvertedIndex& documents,
                       const PoolSearch& words, std::vector<int64_t>& route) const {
    if (read_.terms.empty()) return;
    if (read_.uses_embedding() && profile_ == Profile::kReference) return;
    DocumentFilter among = counted_;
    if (vectors != nullptr) {
      among.groups = pool_.groups;
      vectors->unmark_groups(among.groups);
      if (!holds_any(among.groups)) return;
    }
    for (const ScoredSlot& found : words.top_k(kRouteLength, among)) {
      route.push_back(documents.document(found.slot).id);
    }
  }

  double covered_by(int64_t id) const {
    const Slot summary = index_.summaries().slot_of(id);
    const Slot content = index_.contents().slot_of(id);
    return coverage(read_.terms, [&](size_t term) {
      return summaries_.holds(term, summary) || contents_.holds(term, content);
    });
  }

  std::optional<uint32_t> nearest_chunk(int64_t id) const {
    for (const NearestGroup& nearest : nearest_) {
      if (event_of_chunk(nearest.id) != id) continue;
      return static_cast<uint32_t>(number_of_chunk(nearest.id));
    }
    return std::nullopt;
  }

  const ReadQuestion& read_;
  const Question& question_;
  EventIndex& index_;
  Profile profile_;
  DocumentFilter pool_;
  DocumentFilter counted_;  // the same, but without a list where all pass: that is found faster
  PoolSearch summaries_;
  PoolSearch contents_;
  std::vector<NearestGroup> nearest_;  // of the last route by meaning
};

}  // namespace

Status read_question(const Question& question, const EvidenceSources& sources, ReadQuestion& read) {
  read.is_blank = trim(question.text).empty();
  read.terms = parse_query(question.text, sources.analyzer);
  const QueryEmbedding embedding{question.embedding, question.model};
  EmbeddingReason of_chunks = EmbeddingReason::kNone;
  LOCI_ASSIGN(summaries,
              find_vectors(sources.index.summary_vectors(), embedding, read.embedding_reason));
  LOCI_ASSIGN(chunks, find_vectors(sources.index.chunk_vectors(), embedding, of_chunks));
  read.summaries = summaries;
  read.chunks = chunks;
  return Ok{};
}

Status rank_by_routes(const ReadQuestion& read, const Question& question, const Pool& pool,
                      const EvidenceSources& sources, std::vector<Candidate>& ranked) {
  return Routes(read, question, pool, sources).rank(ranked);
}

}  // namespace loci
