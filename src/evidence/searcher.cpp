// Tested by tests/engine_evidence_search_test.cpp, against a slow reference by
// tests/engine_evidence_model_test.cpp, and against the expected results of SPEC's formulas by
// tests/js/vectors.test.js.

#include "evidence/searcher.h"

#include <utility>

#include "evidence/choice.h"
#include "evidence/presenter.h"

namespace loci {
namespace {

Status find_ids(const std::vector<std::string>& names, Store& store, std::vector<int64_t>& ids) {
  for (const std::string& name : names) {
    LOCI_ASSIGN(id, store.events().find(name));
    if (id) ids.push_back(*id);
  }
  return Ok{};
}

// What a cursor keeps of the question: an embedding only if it served.
std::shared_ptr<Chain> begin_chain(std::string session, Question question, const ReadQuestion& read,
                                   EventIndex& index) {
  auto chain = std::make_shared<Chain>();
  chain->session = std::move(session);
  chain->question = std::move(question);
  if (read.uses_embedding()) {
    chain->stamp = index.summary_vectors().stamp();
  } else {
    chain->question.embedding.reset();
  }
  return chain;
}

// Why nothing was found: what would have been was given before or is excluded, or nothing matches.
Status reason_for_none(const ReadQuestion& read, const Question& question, const Pool& pool,
                       const EvidenceSources& sources, EmptyReason& reason) {
  bool matches = pool.had_others;
  if (matches && read.can_rank()) {
    Pool others;
    others.events = pool.others;
    others.is_empty = false;
    std::vector<Candidate> found;
    LOCI_TRY(rank_by_routes(read, question, others, sources, found));
    matches = !found.empty();
  }
  reason = matches ? EmptyReason::kNothingNew : EmptyReason::kNoMatch;
  return Ok{};
}

}  // namespace

std::string_view name_of(EmptyReason reason) {
  switch (reason) {
    case EmptyReason::kNoQueryTerms:
      return "no_query_terms";
    case EmptyReason::kNothingNew:
      return "nothing_new";
    case EmptyReason::kChainExhausted:
      return "chain_exhausted";
    default:
      return "no_match";
  }
}

void note_vectors(const ReadQuestion& read, const Question& question, EventIndex& index,
                  EvidenceReply& reply) {
  reply.embedding_reason = read.embedding_reason;
  if (!question.embedding) return;
  reply.vectors_damaged = index.summary_vectors().damaged() || index.chunk_vectors().damaged();
  reply.vectors_too_large =
      index.summary_vectors().is_too_large() || index.chunk_vectors().is_too_large();
}

Status search(SearchRequest request, const EvidenceSources& sources,
              const Conversations& conversations, EvidenceReply& reply) {
  Question& question = request.question;
  LOCI_TRY(find_ids(request.exclude, sources.store, question.excluded));
  const bool remembers = !request.include_delivered && !request.reset_seen;
  std::vector<int64_t> delivered;
  if (remembers) delivered = conversations.deliveries().ids(request.session, conversations.now());
  Pool pool;
  LOCI_TRY(choose_pool(question, {}, delivered, sources.pool(), pool));

  ReadQuestion read;
  LOCI_TRY(read_question(question, sources, read));
  note_vectors(read, question, sources.index, reply);
  const bool says_nothing = !read.is_blank && !read.can_rank();
  std::vector<Candidate> events;
  if (read.can_rank()) LOCI_TRY(rank_by_routes(read, question, pool, sources, events));
  if (!says_nothing) LOCI_TRY(choose(pool, {kMostEvents, !read.can_rank()}, sources, events));

  EmptyReason reason = EmptyReason::kNone;
  if (says_nothing) {
    reason = EmptyReason::kNoQueryTerms;
  } else if (events.empty()) {
    LOCI_TRY(reason_for_none(read, question, pool, sources, reason));
  }

  const Presenter presenter(read.terms, sources, conversations, remembers);
  auto chain = begin_chain(std::move(request.session), std::move(question), read, sources.index);
  LOCI_TRY(presenter.present(events, pool, std::move(chain), {}, reply));
  reply.delivery.forgets = request.reset_seen;
  reply.reason = reason;
  return Ok{};
}

}  // namespace loci
