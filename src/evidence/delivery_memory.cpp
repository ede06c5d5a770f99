#include "evidence/delivery_memory.h"

#include <algorithm>
#include <utility>

namespace loci {
namespace {

bool is_remembered(int64_t time, int64_t now) {
  return now - time < DeliveryMemory::kRememberedFor;
}

// Makes room for one more, and lets go of what is forgotten anyway.
template <typename Delivered>
void drop_oldest(std::vector<Delivered>& list, size_t most, int64_t now) {
  size_t drop = list.size() < most ? 0 : list.size() + 1 - most;
  while (drop < list.size() && !is_remembered(list[drop].time, now)) ++drop;
  list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(drop));
}

}  // namespace

const DeliveryMemory::Session* DeliveryMemory::find(std::string_view name) const {
  for (const Session& session : sessions_) {
    if (session.name == name) return &session;
  }
  return nullptr;
}

std::vector<int64_t> DeliveryMemory::ids(std::string_view name, int64_t now) const {
  std::vector<int64_t> ids;
  const Session* session = find(name);
  if (session == nullptr) return ids;
  for (const auto& [time, id] : session->ids) {
    if (is_remembered(time, now)) ids.push_back(id);
  }
  return ids;
}

const DeliveredExcerpt* DeliveryMemory::find_excerpt(std::string_view name, std::string_view text,
                                                     int64_t now) const {
  const Session* session = find(name);
  if (session == nullptr) return nullptr;
  for (const auto& [time, excerpt] : session->excerpts) {
    if (is_remembered(time, now) && excerpt.text == text) return &excerpt;
  }
  return nullptr;
}

// The session, moved behind all others; a new one where there was none.
DeliveryMemory::Session& DeliveryMemory::use(std::string_view name) {
  const auto found = std::find_if(sessions_.begin(), sessions_.end(),
                                  [&](const Session& session) { return session.name == name; });
  if (found != sessions_.end()) {
    std::rotate(found, found + 1, sessions_.end());
    return sessions_.back();
  }
  if (sessions_.size() == kMaxSessions) sessions_.erase(sessions_.begin());
  sessions_.push_back({std::string(name), {}, {}});
  return sessions_.back();
}

void DeliveryMemory::record_id(Session& session, int64_t now, int64_t id) {
  std::erase_if(session.ids, [&](const DeliveredId& delivered) { return delivered.id == id; });
  drop_oldest(session.ids, kMaxIds, now);
  session.ids.push_back({now, id});
}

void DeliveryMemory::record_excerpt(Session& session, int64_t now, DeliveredExcerpt excerpt) {
  std::erase_if(session.excerpts, [&](const TimedExcerpt& delivered) {
    return delivered.excerpt.text == excerpt.text;
  });
  drop_oldest(session.excerpts, kMaxExcerpts, now);
  session.excerpts.push_back({now, std::move(excerpt)});
}

void DeliveryMemory::record(std::string_view name, int64_t now, std::span<const int64_t> ids,
                            std::vector<DeliveredExcerpt> excerpts) {
  Session& session = use(name);
  for (const int64_t id : ids) record_id(session, now, id);
  for (DeliveredExcerpt& excerpt : excerpts) record_excerpt(session, now, std::move(excerpt));
}

void DeliveryMemory::forget(std::string_view name) {
  std::erase_if(sessions_, [&](const Session& session) { return session.name == name; });
}

}  // namespace loci
