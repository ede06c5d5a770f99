// Tested by tests/engine_evidence_search_test.cpp, against a slow reference by
// tests/engine_evidence_model_test.cpp, and against the expected results of SPEC's formulas by
// tests/js/vectors.test.js.

#include "evidence/searcher.h"

#include <utility>

#include "evidence/choice.h"
#include "evidence/presenter.h"

namespace loci {
namespace {

Result<std::vector<int64_t>> ids_of(const std::vector<std::string>& names, Store& store) {
  std::vector<int64_t> ids;
  for (const std::string& name : names) {
    LOCI_ASSIGN(id, store.events().find(name));
    if (id) ids.push_back(*id);
  }
  return ids;
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

Result<EvidenceReply> search(SearchRequest request, const EvidenceSources& sources,
                             const Conversations& conversations) {
  EvidenceReply reply;
  Question& question = request.question;
  LOCI_ASSIGN(excluded, ids_of(request.exclude, sources.store));
  question.excluded = std::move(excluded);
  const bool remembers = !request.include_delivered && !request.reset_seen;
  std::vector<int64_t> delivered;
  if (remembers) delivered = conversations.deliveries().ids(request.session, conversations.now());
  LOCI_ASSIGN(pool, choose_pool(question, {}, delivered, sources.pool()));

  LOCI_ASSIGN(read, read_question(question, sources));
  note_vectors(read, question, sources.index, reply);
  std::vector<Choice> choices;
  const bool asks_nothing = read.is_blank && !read.can_rank();
  if (read.can_rank()) {
    LOCI_ASSIGN(ranked, rank_by_routes(read, question, pool, sources));
    LOCI_ASSIGN(best, choose(ranked, pool, {kMostEvents}, sources));
    choices = std::move(best);
  } else if (asks_nothing) {
    LOCI_ASSIGN(newest, choose({}, pool, {kMostEvents, true}, sources));
    choices = std::move(newest);
  }

  const Presenter presenter(read.terms, sources, conversations, remembers);
  auto chain = begin_chain(std::move(request.session), std::move(question), read, sources.index);
  LOCI_TRY(presenter.present(choices, pool, std::move(chain), {}, reply));
  reply.delivery.forgets = request.reset_seen;
  if (!read.can_rank() && !asks_nothing) reply.reason = EmptyReason::kNoQueryTerms;
  return reply;
}

}  // namespace loci
