#include "support/slow_evidence.h"

#include <algorithm>
#include <regex>

#include "base/utf8.h"
#include "support/slow_ranking.h"
#include "text/chunks.h"
#include "text/same_text.h"
#include "text/whitespace.h"

namespace loci::test {
namespace {

constexpr int64_t kQuarter = 15 * 60 * 1000;

bool mentions(const SlowEvent& event, const std::string& entity) {
  const auto holds = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), entity) != names.end();
  };
  return holds(event.concepts) || holds(event.persons);
}

std::vector<std::string> chunks_of(const std::string& content) {
  std::vector<std::string> chunks;
  for (const ChunkRange& range : chunk_ranges(utf8::count_code_points(content))) {
    const size_t start = utf8::prefix_bytes(content, range.start);
    chunks.push_back(content.substr(start, utf8::prefix_bytes(content, range.end) - start));
  }
  return chunks;
}

void keep_vectors(const SlowEvent& known, SlowEvent& event) {
  if (!event.summary_vector && event.summary == known.summary) {
    event.summary_vector = known.summary_vector;
  }
  const std::vector<std::string> before = chunks_of(known.content);
  const std::vector<std::string> chunks = chunks_of(event.content);
  event.chunk_vectors.resize(chunks.size());
  for (size_t i = 0; i < std::min(chunks.size(), known.chunk_vectors.size()); ++i) {
    if (!event.chunk_vectors[i] && chunks[i] == before[i]) {
      event.chunk_vectors[i] = known.chunk_vectors[i];
    }
  }
}

bool newer(const SlowEvent* a, const SlowEvent* b) {
  if (a->time != b->time) return a->time > b->time;  // none is below all
  return a->id < b->id;
}

}  // namespace

// --- events ---

const SlowEvent* SlowEvidence::find(const std::string& name) const {
  for (const SlowEvent& event : events_) {
    if (event.name == name) return &event;
  }
  return nullptr;
}

// An edited event is another, but for the vectors of the parts that were not edited.
void SlowEvidence::save(SlowEvent event) {
  const SlowEvent* known = find(event.name);
  const bool is_edited =
      known == nullptr || known->summary != event.summary || known->content != event.content;
  if (known != nullptr) keep_vectors(*known, event);
  if (is_edited) {
    remove(event.name);
    event.id = next_id_++;
    events_.push_back(std::move(event));
  } else {
    event.id = known->id;
    events_[static_cast<size_t>(known - events_.data())] = std::move(event);
  }
}

void SlowEvidence::remove(const std::string& name) {
  std::erase_if(events_, [&](const SlowEvent& event) { return event.name == name; });
}

bool SlowEvidence::exists(int64_t id) const {
  return std::any_of(events_.begin(), events_.end(),
                     [id](const SlowEvent& event) { return event.id == id; });
}

// --- who was given what ---

void SlowEvidence::forget(const std::string& session) {
  const std::string gone = session;  // which may be one of those it is erased from
  std::erase(used_, gone);
  std::erase_if(deliveries_, [&](const Delivery& delivery) { return delivery.session == gone; });
}

void SlowEvidence::forget_everybody() {
  used_.clear();
  deliveries_.clear();
  for (State& state : states_) state.ended = true;
}

// The newest 640 of a session, each where it came last, less those that are too old.
std::vector<SlowEvidence::Delivery> SlowEvidence::remembered(const std::string& session,
                                                             bool excerpts) const {
  std::vector<Delivery> found;
  for (const Delivery& delivery : deliveries_) {
    if (delivery.session != session || (delivery.id == 0) != excerpts) continue;
    std::erase_if(found, [&](const Delivery& other) {
      return other.id == delivery.id && other.text == delivery.text;
    });
    found.push_back(delivery);
    if (found.size() > 640) found.erase(found.begin());
  }
  std::erase_if(found, [&](const Delivery& delivery) { return now - delivery.time >= kQuarter; });
  return found;
}

std::set<int64_t> SlowEvidence::delivered_ids(const std::string& session) const {
  std::set<int64_t> ids;
  for (const Delivery& delivery : remembered(session, false)) ids.insert(delivery.id);
  return ids;
}

std::optional<std::string> SlowEvidence::quotable(const std::string& session,
                                                  const std::string& text) const {
  for (const Delivery& delivery : remembered(session, true)) {
    if (delivery.text != text) continue;
    for (const SlowEvent& event : events_) {
      if (event.id == delivery.source) return event.name;
    }
  }
  return std::nullopt;
}

void SlowEvidence::deliver(const SlowAnswer& answer,
                           const std::map<std::string, std::string>& excerpts,
                           const std::string& cursor) {
  const std::string session = asked_.session;
  if (asked_.resets) {
    forget(session);
    for (State& state : states_) state.ended = state.ended || state.session == session;
  }
  std::erase(used_, session);
  used_.push_back(session);
  if (used_.size() > 32) forget(used_.front());
  std::set<std::string> texts;
  for (const auto& shown : answer.events) {
    const int64_t id = find(shown.name)->id;
    deliveries_.push_back({session, now, id, "", id});
    asked_.path.push_back(id);
    const auto excerpt = excerpts.find(shown.name);
    if (excerpt == excerpts.end() || !texts.insert(excerpt->second).second) continue;
    deliveries_.push_back({session, now, 0, excerpt->second, id});
  }
  if (answer.events.empty()) return;
  asked_.chain->delivered += answer.events.size();
  states_.push_back({cursor, session, now, asked_.chain, asked_.path});
  const auto live = [](const State& state) { return !state.ended; };
  if (std::count_if(states_.begin(), states_.end(), live) > 32) {
    std::find_if(states_.begin(), states_.end(), live)->ended = true;
  }
}

// --- questions ---

SlowEvidence::Pool SlowEvidence::filtered(const SlowQuestion& question) const {
  Pool pool;
  for (const SlowEvent& event : events_) {
    const bool bounded = question.since || question.before;
    if (bounded && !event.time) continue;
    if (question.since && *event.time < *question.since) continue;
    if (question.before && *event.time >= *question.before) continue;
    const auto mentioned = [&](const std::string& entity) { return mentions(event, entity); };
    if (std::all_of(question.entities.begin(), question.entities.end(), mentioned)) {
      pool.push_back(&event);
    }
  }
  return pool;
}

std::string SlowEvidence::reason_for(const Pool& before, const Pool& after) {
  return after.empty() && !before.empty() ? "nothing_new" : "no_match";
}

SlowAnswer SlowEvidence::answer(const SlowQuestion& question, const Pool& pool, size_t wanted,
                                bool fills_up) {
  const auto has_vector = [](const SlowEvent& event) {
    const auto& chunks = event.chunk_vectors;
    return event.summary_vector ||
           std::any_of(chunks.begin(), chunks.end(), [](const auto& v) { return v.has_value(); });
  };
  const bool by_meaning =
      question.embedding && std::any_of(events_.begin(), events_.end(), has_vector);
  const SlowRanking ranking(question, pool, events_, analyzer_);
  const bool ranks = by_meaning || ranking.has_words();
  SlowAnswer answer;
  if (!ranks && !trim(question.text).empty()) {
    answer.reason = "no_query_terms";
    return answer;
  }
  const SlowRanking::Ranked ranked = ranks ? ranking.ranked(by_meaning) : SlowRanking::Ranked();
  Pool rest = pool;
  for (const auto& [event, score] : ranked) std::erase(rest, event);
  std::sort(rest.begin(), rest.end(), newer);
  if (ranks && !fills_up) rest.clear();

  // Each content once, among the ranked and the newest 40 of the rest, or 80, or 160 …
  SlowRanking::Ranked distinct;
  std::map<const SlowEvent*, std::vector<std::string>> duplicates;
  for (size_t fillers = 40;; fillers *= 2) {
    SlowRanking::Ranked all = ranked;
    for (size_t i = 0; i < std::min(fillers, rest.size()); ++i) all.emplace_back(rest[i], 0);
    distinct.clear();
    duplicates.clear();
    for (const auto& [event, score] : all) {
      const auto same = std::find_if(distinct.begin(), distinct.end(), [&](const auto& other) {
        return !same_text(event->content, "", profile_) &&
               same_text(event->content, other.first->content, profile_);
      });
      if (same == distinct.end()) {
        distinct.emplace_back(event, score);
      } else {
        duplicates[same->first].push_back(event->name);
      }
    }
    if (distinct.size() >= wanted || fillers >= rest.size()) break;
  }
  SlowRanking::Ranked scored = distinct;
  std::erase_if(scored, [](const auto& entry) { return entry.second == 0; });
  std::vector<size_t> places = ranking.picked(scored, wanted);
  for (size_t i = scored.size(); i < distinct.size() && places.size() < wanted; ++i) {
    places.push_back(i);
  }
  for (const size_t place : places) {
    const auto& [event, score] = distinct[place];
    answer.events.push_back(
        {event->name, ranks ? std::optional(score) : std::nullopt, duplicates[event]});
  }
  return answer;
}

SlowAnswer SlowEvidence::search(const std::string& session, const SlowQuestion& question,
                                Delivered delivered) {
  asked_ = {session, delivered.reset, std::make_shared<Chain>(), {}};
  asked_.chain->question = question;
  const Pool before = filtered(question);
  Pool pool = before;
  std::set<int64_t> without;
  if (!delivered.include && !delivered.reset) without = delivered_ids(session);
  for (const SlowEvent& event : events_) {
    if (question.exclude.contains(event.name)) asked_.chain->excluded.insert(event.id);
  }
  std::erase_if(pool, [&](const SlowEvent* event) {
    return without.contains(event->id) || asked_.chain->excluded.contains(event->id);
  });
  SlowAnswer found = answer(question, pool, 4, false);
  if (!found.events.empty() || !found.reason.empty()) return found;
  Pool left_out = before;
  std::erase_if(left_out, [&](const SlowEvent* event) {
    return std::find(pool.begin(), pool.end(), event) != pool.end();
  });
  const bool matches = !answer(question, left_out, 4, false).events.empty();
  found.reason = matches ? "nothing_new" : "no_match";
  return found;
}

const SlowEvidence::State* SlowEvidence::find_state(const std::string& session,
                                                    const std::string& cursor,
                                                    std::string& error) const {
  error = "cursor_unknown";
  for (const State& state : states_) {
    if (state.cursor != cursor || state.session != session) continue;
    error = "cursor_expired";
    if (state.ended || now - state.issued >= kQuarter) return nullptr;
    error = "record_changed";
    for (const int64_t id : state.path) {
      if (!exists(id)) return nullptr;
    }
    error.clear();
    return &state;
  }
  return nullptr;
}

SlowAnswer SlowEvidence::expand(const std::string& session, const std::string& cursor,
                                const std::string& concept_id, size_t limit) {
  SlowAnswer failed;
  const State* state = find_state(session, cursor, failed.error);
  if (state == nullptr) return failed;
  const std::set<int64_t> path(state->path.begin(), state->path.end());
  bool opened = false;
  for (const SlowEvent& event : events_) {
    const auto& concepts = event.concepts;
    const bool has = std::find(concepts.begin(), concepts.end(), concept_id) != concepts.end();
    opened = opened || (has && path.contains(event.id));
  }
  if (!opened) return {{}, "", "unknown_concept"};
  asked_ = {session, false, state->chain, state->path};
  const size_t left = 20 - std::min<size_t>(state->chain->delivered, 20);
  if (left == 0) return {{}, "chain_exhausted", ""};

  Pool before = filtered(state->chain->question);
  std::erase_if(before, [&](const SlowEvent* event) { return !mentions(*event, concept_id); });
  Pool pool = before;
  const std::set<int64_t> delivered = delivered_ids(session);
  std::erase_if(pool, [&](const SlowEvent* event) {
    return path.contains(event->id) || delivered.contains(event->id) ||
           state->chain->excluded.contains(event->id);
  });
  SlowAnswer found = answer(state->chain->question, pool, std::min({limit, size_t{4}, left}), true);
  if (found.events.empty()) found.reason = reason_for(before, pool);
  return found;
}

SlowAnswer SlowEvidence::nearby(const std::string& session, const std::string& cursor,
                                const std::string& name, size_t before, size_t after) {
  SlowAnswer failed;
  const State* state = find_state(session, cursor, failed.error);
  if (state == nullptr) return failed;
  const SlowEvent* centre = find(name);
  const std::set<int64_t> path(state->path.begin(), state->path.end());
  if (centre == nullptr || !path.contains(centre->id)) return {{}, "", "unknown_event"};
  static const std::regex kForm("(.+_ch[0-9]+_e)([0-9]+)");
  std::smatch middle;
  if (!std::regex_match(name, middle, kForm)) return {{}, "", "no_position"};
  asked_ = {session, false, state->chain, state->path};
  const size_t left = 20 - std::min<size_t>(state->chain->delivered, 20);
  if (left == 0) return {{}, "chain_exhausted", ""};

  using Place = std::pair<int64_t, const SlowEvent*>;  // by number
  std::vector<Place> below;
  std::vector<Place> above;
  for (const SlowEvent& event : events_) {
    std::smatch match;
    if (!std::regex_match(event.name, match, kForm) || match[1] != middle[1]) continue;
    const int64_t number = std::stoll(match[2]);
    if (number < std::stoll(middle[2])) below.emplace_back(-number, &event);
    if (number > std::stoll(middle[2])) above.emplace_back(number, &event);
  }
  std::sort(below.begin(), below.end(), [](const Place& a, const Place& b) {
    return a.first != b.first ? a.first < b.first : a.second->id > b.second->id;
  });
  std::sort(above.begin(), above.end(), [](const Place& a, const Place& b) {
    return a.first != b.first ? a.first < b.first : a.second->id < b.second->id;
  });
  Pool nearest;
  for (size_t i = 0; i < 10; ++i) {
    if (i < before && i < below.size()) nearest.push_back(below[i].second);
    if (i < after && i < above.size()) nearest.push_back(above[i].second);
  }
  const std::set<int64_t> delivered = delivered_ids(session);
  Pool pool = nearest;
  std::erase_if(pool, [&](const SlowEvent* event) {
    return path.contains(event->id) || delivered.contains(event->id) ||
           state->chain->excluded.contains(event->id);
  });
  const std::string reason = reason_for(nearest, pool);
  pool.resize(std::min({pool.size(), size_t{4}, left}));
  std::sort(pool.begin(), pool.end(), [&](const SlowEvent* a, const SlowEvent* b) {
    const auto number = [](const SlowEvent* event) {
      std::smatch match;
      std::regex_match(event->name, match, kForm);
      return std::stoll(match[2]);
    };
    return number(a) != number(b) ? number(a) < number(b) : a->id < b->id;
  });
  SlowAnswer found;
  for (const SlowEvent* event : pool) found.events.push_back({event->name, std::nullopt, {}});
  if (pool.empty()) found.reason = reason;
  return found;
}

}  // namespace loci::test
