#include "evidence/delivery_memory.h"

#include <algorithm>
#include <utility>

namespace loci {
namespace {

bool is_remembered(const DeliveredExcerpt& delivered, int64_t now) {
  return now - delivered.time < DeliveryMemory::kRememberedFor;
}

// Remembers what was delivered in place of the same before, if it is the same by text or, where
// there is none, by event; and lets go of what is too much or too old.
void remember(DeliveredExcerpt delivered, size_t most, std::vector<DeliveredExcerpt>& list) {
  std::erase_if(list, [&](const DeliveredExcerpt& known) {
    return known.text == delivered.text && (!known.text.empty() || known.event == delivered.event);
  });
  size_t drop = list.size() < most ? 0 : list.size() + 1 - most;
  while (drop < list.size() && !is_remembered(list[drop], delivered.time)) ++drop;
  list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(drop));
  list.push_back(std::move(delivered));
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
  for (const DeliveredExcerpt& delivered : session->events) {
    if (is_remembered(delivered, now)) ids.push_back(delivered.event);
  }
  return ids;
}

const DeliveredExcerpt* DeliveryMemory::find_excerpt(std::string_view name, std::string_view text,
                                                     int64_t now) const {
  const Session* session = find(name);
  if (session == nullptr) return nullptr;
  for (const DeliveredExcerpt& excerpt : session->excerpts) {
    if (excerpt.text == text && is_remembered(excerpt, now)) return &excerpt;
  }
  return nullptr;
}

// The session, moved behind all others; a new one where there was none.
DeliveryMemory::Session& DeliveryMemory::use(std::string_view name) {
  size_t at = 0;
  while (at < sessions_.size() && sessions_[at].name != name) ++at;
  Session used{std::string(name), {}, {}};
  if (at < sessions_.size()) used = std::move(sessions_[at]);
  if (at == kMaxSessions) at = 0;
  if (at < sessions_.size()) sessions_.erase(sessions_.begin() + static_cast<std::ptrdiff_t>(at));
  sessions_.push_back(std::move(used));
  return sessions_.back();
}

void DeliveryMemory::record(std::string_view name, int64_t now, std::span<const int64_t> ids,
                            std::vector<DeliveredExcerpt> excerpts) {
  Session& session = use(name);
  for (const int64_t id : ids) remember({"", id, {}, {}, now}, kMaxIds, session.events);
  for (DeliveredExcerpt& excerpt : excerpts) {
    excerpt.time = now;
    remember(std::move(excerpt), kMaxExcerpts, session.excerpts);
  }
}

void DeliveryMemory::forget(std::string_view name) {
  std::erase_if(sessions_, [&](const Session& session) { return session.name == name; });
}

}  // namespace loci
