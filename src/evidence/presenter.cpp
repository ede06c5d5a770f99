// Tested by tests/engine_evidence_search_test.cpp.

#include "evidence/presenter.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "retrieve/query_lists.h"
#include "text/chunks.h"

namespace loci {
namespace {

// Of an excerpt's sixteenths, as near as can be to kFunctionWordWeight.
constexpr uint32_t kFunctionWordWorth = 2;

std::optional<ChunkRange> range_of_chunk(std::optional<uint32_t> number) {
  if (!number) return std::nullopt;
  const uint32_t start = *number * kChunkStride;
  return ChunkRange{start, start + kChunkLength};
}

// The excerpts that came in full, each text once: it stands where it came first.
std::vector<DeliveredExcerpt> excerpts_of(const std::vector<FoundEvent>& events) {
  std::vector<DeliveredExcerpt> excerpts;
  for (const FoundEvent& found : events) {
    const auto is_same = [&](const DeliveredExcerpt& other) { return other.text == found.excerpt; };
    if (found.quote || found.excerpt.empty()) continue;
    if (std::any_of(excerpts.begin(), excerpts.end(), is_same)) continue;
    excerpts.push_back({found.excerpt, found.event.id, found.range, found.range16});
  }
  return excerpts;
}

}  // namespace

Presenter::Presenter(const std::vector<QueryTerm>& terms, const EvidenceSources& sources,
                     const Conversations& conversations, bool quotes)
    : sources_(sources), conversations_(conversations), quotes_(quotes) {
  for (const QueryTerm& term : terms) add_term(term);
  for (size_t i = 0; i < terms_.size(); ++i) terms_[i].forms = forms_[i];
}

// In the default profile a function word hardly matters for the place of an excerpt, and grams say
// nothing that the bigrams they begin with do not.
void Presenter::add_term(const QueryTerm& term) {
  if (term.kind == TokenKind::kGram) return;
  const uint32_t worth = term.is_function ? kFunctionWordWorth : ExcerptTerm::kWhole;
  terms_.push_back({term.term, term.shape == TokenShape::kLoneCharacter, worth});
  std::vector<ExcerptForm>& forms = forms_.emplace_back();
  if (term.is_function || term.shape != TokenShape::kWhole || forms_.size() > kMostFamilies) return;
  for (const Relative& form : sources_.index.contents().relatives(term.term)) {
    forms.push_back({form.term, form.sixteenths});
  }
}

void Presenter::take_excerpt_of(const EventText& event, const Candidate& candidate,
                                FoundEvent& found) const {
  const Excerpt excerpt =
      take_excerpt(event.content, terms_, range_of_chunk(candidate.chunk), sources_.analyzer);
  found.excerpt = excerpt.text;
  found.range = excerpt.range;
  found.range16 = excerpt.range16;
  found.content_length = utf8::count_code_points(event.content);
}

// The texts are looked at where they lie: they may be long, and little of them is shown.
Status Presenter::show(const Candidate& chosen, std::string_view session, FoundEvent& found) const {
  found.score = chosen.score;
  Event& shown = found.event;
  shown.id = sources_.index.facts(chosen.number).id;
  LOCI_TRY(sources_.store.events().show(shown.id, [&](const EventText& event) -> Status {
    shown.name = event.name;
    shown.summary = event.summary;
    if (event.written_at) shown.written_at = std::string(*event.written_at);
    take_excerpt_of(event, chosen, found);
    return Ok{};
  }));
  LOCI_ASSIGN(entities, sources_.store.entities().mentioned_by(shown.id));
  shown.entities = std::move(entities);
  LOCI_TRY(name_duplicates(chosen, found));
  return quote(session, found);
}

// The same passage comes once in a reply, too: what repeats it refers to where it came first.
void Presenter::quote_within(EvidenceReply& reply) const {
  FoundEvent& last = reply.events.back();
  if (!quotes_ || last.quote || last.excerpt.empty()) return;
  for (const FoundEvent& earlier : reply.events) {
    if (&earlier == &last || earlier.excerpt != last.excerpt) continue;
    last.quote = QuoteRef{earlier.event.name, earlier.range, earlier.range16};
    return;
  }
}

// In place of an excerpt whose text was delivered before, as long as it still stands there.
Status Presenter::quote(std::string_view session, FoundEvent& found) const {
  if (!quotes_ || found.excerpt.empty()) return Ok{};
  const DeliveredExcerpt* known =
      conversations_.deliveries().find_excerpt(session, found.excerpt, conversations_.now());
  if (known == nullptr || !sources_.index.number_of(known->event)) return Ok{};
  LOCI_TRY(sources_.store.events().show(known->event, [&](const EventText& event) -> Status {
    found.quote = QuoteRef{std::string(event.name), known->range, known->range16};
    return Ok{};
  }));
  return Ok{};
}

Status Presenter::name_duplicates(const Candidate& chosen, FoundEvent& found) const {
  for (const uint32_t number : chosen.duplicates) {
    const int64_t id = sources_.index.facts(number).id;
    LOCI_TRY(sources_.store.events().show(id, [&](const EventText& event) -> Status {
      found.duplicates.emplace_back(event.name);
      return Ok{};
    }));
  }
  return Ok{};
}

Status Presenter::add_concepts(EvidenceReply& reply) const {
  for (const FoundEvent& found : reply.events) {
    for (const Entity& entity : found.event.entities) {
      if (entity.kind != Entity::Kind::kConcept) continue;
      size_t at = 0;
      while (at < reply.concepts.size() && reply.concepts[at].entity.row != entity.row) ++at;
      if (at == reply.concepts.size()) {
        LOCI_ASSIGN(mentions, sources_.store.entities().mention_count(entity.row));
        reply.concepts.push_back({entity, mentions, {}});
      }
      reply.concepts[at].events.push_back(found.event.name);
    }
  }
  return Ok{};
}

Status Presenter::present(const std::vector<Candidate>& chosen, const Pool& pool,
                          std::shared_ptr<Chain> chain, std::vector<int64_t> path,
                          EvidenceReply& reply) const {
  reply.missing_chunks = pool.missing_chunks;
  for (const Candidate& candidate : chosen) {
    FoundEvent& found = reply.events.emplace_back();
    LOCI_TRY(show(candidate, chain->session, found));
    quote_within(reply);
    reply.delivery.ids.push_back(found.event.id);
    path.push_back(found.event.id);
  }
  LOCI_TRY(add_concepts(reply));
  reply.delivery.session = chain->session;
  reply.delivery.excerpts = excerpts_of(reply.events);
  if (chosen.empty()) {
    const bool was_delivered = pool.is_empty && pool.had_others;
    reply.reason = was_delivered ? EmptyReason::kNothingNew : EmptyReason::kNoMatch;
    return Ok{};
  }
  reply.cursor = conversations_.cursors().next(*chain, path);
  reply.delivery.chain = std::move(chain);
  reply.delivery.path = std::move(path);
  return Ok{};
}

}  // namespace loci
