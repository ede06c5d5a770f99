// Tested by tests/engine_evidence_follow_up_test.cpp and, against a slow reference, by
// tests/engine_evidence_model_test.cpp.

#include "evidence/follow_up.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "evidence/chapter.h"
#include "evidence/choice.h"
#include "evidence/presenter.h"
#include "evidence/searcher.h"

namespace loci {
namespace {

bool contains(const std::vector<int64_t>& ids, int64_t id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

Failure unknown_event(std::string_view id, std::string_view why) {
  return fail(ErrorCode::kUnknownEvent, {"event_id '", id, "' ", why});
}

// Whether the vectors that a cursor's embedding was compared with gave way to those of another
// model. Where there are none now, there is nothing to confuse.
bool is_other_model(const VectorStamp& then, const VectorSource& now) {
  if (then.width == 0 || now.width() == 0) return false;
  return now.width() != then.width || now.model() != then.model;
}

// The state that a cursor names, if all it rests on is as it was.
Result<const CursorState*> follow(std::string_view cursor, std::string_view session,
                                  const EvidenceSources& sources,
                                  const Conversations& conversations) {
  LOCI_ASSIGN(state, conversations.cursors().find(cursor, session, conversations.now()));
  LOCI_TRY(sources.index.summary_vectors().look());
  if (is_other_model(state->chain->stamp, sources.index.summary_vectors())) {
    return fail(ErrorCode::kModelChanged,
                "the embeddings are of another model than when the cursor was issued; search anew");
  }
  for (const int64_t id : state->path) {
    if (sources.index.number_of(id)) continue;
    return fail(ErrorCode::kRecordChanged,
                "an event that was delivered on the way to the cursor has been removed or edited; "
                "search anew");
  }
  return state;
}

size_t left_of(const Chain& chain) {
  return Cursors::kMaxDelivered - std::min(chain.delivered, Cursors::kMaxDelivered);
}

// Whether the chain has nothing left to give; then the reply says so.
bool is_exhausted(const Chain& chain, EvidenceReply& reply) {
  if (left_of(chain) > 0) return false;
  reply.reason = EmptyReason::kChainExhausted;
  reply.delivery.session = chain.session;
  return true;
}

// --- expand ---

// The rows of the concepts that a text names, of those that the path opened: the one whose id it
// is, if that is among them, else all whose name it is.
Status find_opened(std::string_view text, const CursorState& state, Store& store,
                   std::vector<int64_t>& opened) {
  LOCI_ASSIGN(named, store.entities().find(text, Entity::Kind::kConcept));
  for (const int64_t event : state.path) {
    LOCI_ASSIGN(entities, store.entities().mentioned_by(event));
    for (const Entity& entity : entities) {
      if (!contains(named, entity.row) || contains(opened, entity.row)) continue;
      opened.push_back(entity.row);
      if (entity.name != text) continue;
      opened = {entity.row};
      return Ok{};
    }
  }
  if (!opened.empty()) return Ok{};
  return fail(ErrorCode::kUnknownConcept,
              {"concept_id '", text, "' is none that the events up to the cursor opened"});
}

// --- nearby ---

struct Neighbour {
  std::string number;
  int64_t id;
};

bool stands_before(const Neighbour& a, const Neighbour& b) {
  if (a.number != b.number) return is_below(a.number, b.number);
  return a.id < b.id;
}

// All records of the chapter, in the order of their numbers.
Status read_chapter(std::string_view series, Store& store, std::vector<Neighbour>& chapter) {
  const auto visit = [&](int64_t id, std::string_view name) {
    const auto position = position_of(name);
    if (!position || position->series != series) return;
    chapter.push_back({std::string(position->number), id});
  };
  // What follows the digits in the order of bytes is the colon.
  LOCI_TRY(store.events().each_name(concat({series, "0"}), concat({series, ":"}), visit));
  heap_sort(chapter.begin(), chapter.end(), stands_before);
  return Ok{};
}

// The nearest below and above `number`, in turns, the nearest of all first.
std::vector<Neighbour> nearest_of(const std::vector<Neighbour>& chapter, std::string_view number,
                                  size_t before, size_t after) {
  size_t below = 0;  // how many are
  while (below < chapter.size() && is_below(chapter[below].number, number)) ++below;
  size_t above = below;  // where they begin
  while (above < chapter.size() && !is_below(number, chapter[above].number)) ++above;
  before = std::min(before, below);
  after = std::min(after, chapter.size() - above);
  std::vector<Neighbour> nearest;
  for (size_t step = 0; step < std::max(before, after); ++step) {
    if (step < before) nearest.push_back(chapter[below - 1 - step]);
    if (step < after) nearest.push_back(chapter[above + step]);
  }
  return nearest;
}

// Leaves out what is not to be shown, and says what that makes of the rest as a pool.
Pool leave_out(const std::vector<int64_t>& delivered, const CursorState& state,
               const EventIndex& index, std::vector<Neighbour>& neighbours) {
  Pool pool;
  const size_t all = neighbours.size();
  std::erase_if(neighbours, [&](const Neighbour& neighbour) {
    return contains(delivered, neighbour.id) || contains(state.path, neighbour.id) ||
           contains(state.chain->question.excluded, neighbour.id);
  });
  pool.had_others = neighbours.size() < all;
  pool.is_empty = neighbours.empty();
  for (const Neighbour& neighbour : neighbours) {
    if (index.facts(*index.number_of(neighbour.id)).chunks_missing) ++pool.missing_chunks;
  }
  return pool;
}

}  // namespace

Status expand(const ExpandRequest& request, const EvidenceSources& sources,
              const Conversations& conversations, EvidenceReply& reply) {
  LOCI_ASSIGN(state, follow(request.cursor, request.session, sources, conversations));
  std::vector<int64_t> concepts;
  LOCI_TRY(find_opened(request.concept_id, *state, sources.store, concepts));
  const std::shared_ptr<Chain>& chain = state->chain;
  if (is_exhausted(*chain, reply)) return Ok{};

  std::vector<bool> others(sources.index.size());
  LOCI_TRY(mark_mentions(concepts, sources.pool(), others));
  std::vector<int64_t> given = conversations.deliveries().ids(request.session, conversations.now());
  given.insert(given.end(), state->path.begin(), state->path.end());
  Pool pool;
  LOCI_TRY(choose_pool(chain->question, others, given, sources.pool(), pool));

  ReadQuestion read;
  LOCI_TRY(read_question(chain->question, sources, read));
  note_vectors(read, chain->question, sources.index, reply);
  ChoiceOptions options{std::min({request.limit, kMostEvents, left_of(*chain)}), true};
  std::vector<Candidate> events;
  if (read.can_rank()) {
    LOCI_TRY(rank_by_routes(read, chain->question, pool, sources, events));
    options.filler_score = 0;
  }
  LOCI_TRY(choose(pool, options, sources, events));
  const Presenter presenter(read.terms, sources, conversations, true);
  return presenter.present(events, pool, chain, state->path, reply);
}

Status nearby(const NearbyRequest& request, const EvidenceSources& sources,
              const Conversations& conversations, EvidenceReply& reply) {
  LOCI_ASSIGN(state, follow(request.cursor, request.session, sources, conversations));
  LOCI_ASSIGN(id, sources.store.events().find(request.event_id));
  if (!id || !contains(state->path, *id)) {
    return unknown_event(request.event_id, "was not delivered on the way to the cursor");
  }
  const auto position = position_of(request.event_id);
  if (!position) {
    return fail(ErrorCode::kNoPosition,
                {"event_id '", request.event_id,
                 "' is not of the form <prefix>_ch<chapter>_e<number>; use read"});
  }
  const std::shared_ptr<Chain>& chain = state->chain;
  if (is_exhausted(*chain, reply)) return Ok{};

  std::vector<Neighbour> chapter;
  LOCI_TRY(read_chapter(position->series, sources.store, chapter));
  auto nearest = nearest_of(chapter, position->number, request.before, request.after);
  const Pool pool = leave_out(conversations.deliveries().ids(request.session, conversations.now()),
                              *state, sources.index, nearest);
  nearest.resize(std::min({nearest.size(), kMostEvents, left_of(*chain)}));
  heap_sort(nearest.begin(), nearest.end(), stands_before);

  reply.is_nearby = true;
  std::vector<Candidate> events;
  for (const Neighbour& neighbour : nearest) {
    events.push_back({*sources.index.number_of(neighbour.id), std::nullopt, std::nullopt, {}});
  }
  const auto terms = parse_query(chain->question.text, sources.analyzer);
  const Presenter presenter(terms, sources, conversations, true);
  return presenter.present(events, pool, chain, state->path, reply);
}

Status read(const ReadRequest& request, Store& store, ReadText& read) {
  LOCI_ASSIGN(id, store.events().find(request.event_id));
  if (!id) return unknown_event(request.event_id, "is none");
  LOCI_TRY(store.events().show(*id, [&](const EventText& event) -> Status {
    const std::string_view content = event.content;
    read.total = static_cast<uint32_t>(utf8::count_code_points(content));
    if (request.start > read.total) {
      return invalid_argument(
          {"start must be at most ", read.total, ", the length of this event's content"});
    }
    const auto start = static_cast<uint32_t>(request.start);
    const auto length =
        static_cast<uint32_t>(std::min<uint64_t>(request.limit, read.total - start));
    const std::string_view before = content.substr(0, utf8::prefix_bytes(content, start));
    const std::string_view rest = content.substr(before.size());
    read.text = rest.substr(0, utf8::prefix_bytes(rest, length));
    const auto start16 = static_cast<uint32_t>(utf8::utf16_length(before));
    read.range = {start, start + length};
    read.range16 = {start16, start16 + static_cast<uint32_t>(utf8::utf16_length(read.text))};
    return Ok{};
  }));
  return Ok{};
}

}  // namespace loci
