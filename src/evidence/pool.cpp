// Tested by tests/engine_evidence_search_test.cpp.

#include "evidence/pool.h"

#include <algorithm>

namespace loci {
namespace {

void keep_only(const std::vector<bool>& kept, std::vector<bool>& events) {
  for (size_t i = 0; i < events.size(); ++i) events[i] = events[i] && kept[i];
}

bool is_written_within(const EventFacts& facts, const Question& question) {
  if (!question.since && !question.before) return true;
  if (facts.written_at == kUndated) return false;
  return facts.written_at >= question.since.value_or(facts.written_at) &&
         (!question.before || facts.written_at < *question.before);
}

std::vector<bool> events_within(const Question& question, const EventIndex& index) {
  std::vector<bool> events(index.size());
  for (uint32_t number = 0; number < index.size(); ++number) {
    const EventFacts& facts = index.facts(number);
    events[number] = facts.id != 0 && is_written_within(facts, question);
  }
  return events;
}

void take_out(std::span<const int64_t> ids, const EventIndex& index, Pool& pool) {
  for (const int64_t id : ids) {
    const auto number = index.number_of(id);
    if (!number || !pool.events[*number]) continue;
    pool.events[*number] = false;
    if (!pool.had_others) pool.others.resize(pool.events.size());
    pool.had_others = true;
    pool.others[*number] = true;
  }
}

void look_through(const EventIndex& index, Pool& pool) {
  for (uint32_t number = 0; number < index.size(); ++number) {
    if (!pool.events[number]) continue;
    pool.is_empty = false;
    if (index.facts(number).chunks_missing) ++pool.missing_chunks;
  }
}

}  // namespace

Status mark_mentions(std::span<const int64_t> entities, PoolSource source,
                     std::vector<bool>& events) {
  const auto mark = [&](int64_t id) {
    if (const auto number = source.index.number_of(id)) events[*number] = true;
  };
  for (const int64_t row : entities) LOCI_TRY(source.store.entities().each_mention(row, mark));
  return Ok{};
}

Status choose_pool(const Question& question, const std::vector<bool>& among,
                   std::span<const int64_t> without, PoolSource source, Pool& pool) {
  pool.events = events_within(question, source.index);
  if (!among.empty()) keep_only(among, pool.events);
  for (const std::string& name : question.entities) {
    LOCI_ASSIGN(rows, source.store.entities().find(name, std::nullopt));
    std::vector<bool> mentioned(source.index.size());
    LOCI_TRY(mark_mentions(rows, source, mentioned));
    keep_only(mentioned, pool.events);
  }
  take_out(question.excluded, source.index, pool);
  take_out(without, source.index, pool);
  const bool is_filtered =
      !among.empty() || !question.entities.empty() || question.since || question.before;
  pool.is_whole = !is_filtered && !pool.had_others;
  look_through(source.index, pool);
  return Ok{};
}

std::vector<uint32_t> newest_of(const std::vector<bool>& events, size_t k,
                                const EventIndex& index) {
  const auto is_newer = [&](uint32_t a, uint32_t b) {
    const EventFacts& first = index.facts(a);
    const EventFacts& second = index.facts(b);
    if (first.written_at != second.written_at) return first.written_at > second.written_at;
    return first.id < second.id;
  };
  std::vector<uint32_t> heap;  // the oldest on top
  for (uint32_t number = 0; number < events.size(); ++number) {
    if (!events[number]) continue;
    if (heap.size() == k) {
      if (!is_newer(number, heap.front())) continue;
      std::pop_heap(heap.begin(), heap.end(), is_newer);
      heap.pop_back();
    }
    heap.push_back(number);
    std::push_heap(heap.begin(), heap.end(), is_newer);
  }
  std::sort_heap(heap.begin(), heap.end(), is_newer);
  return heap;
}

}  // namespace loci
