#pragma once

/// What each session has been given, so that it is not given again: the ids of events, and the
/// texts of excerpts. Bounded whatever is asked: see the constants. It lives in memory alone.
///
/// Times are a count of milliseconds that never falls. What was delivered at t is remembered while
/// the count is below t + kRememberedFor. Beyond its bounds a session forgets the oldest first, and
/// of too many sessions the one that was used least recently goes.
///
/// Tested by tests/evidence/delivery_memory_test.cpp, against a plain list of all deliveries.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/chunks.h"

namespace loci {

/// An excerpt that was delivered in full, and where it stands.
struct DeliveredExcerpt {
  std::string text;
  int64_t event = 0;  // its internal id
  ChunkRange range{};
  ChunkRange range16{};
  int64_t time = 0;  // of the delivery; set by record()
};

class DeliveryMemory {
 public:
  static constexpr int64_t kRememberedFor = 15 * 60 * 1000;  // milliseconds
  static constexpr size_t kMaxIds = 640;                     // of a session
  static constexpr size_t kMaxExcerpts = 640;                // of a session
  static constexpr size_t kMaxSessions = 32;

  /// The ids of events that the session remembers, those delivered longest ago first.
  std::vector<int64_t> ids(std::string_view session, int64_t now) const;

  /// The excerpt of this text that the session remembers, or nullptr. Valid until the next change.
  const DeliveredExcerpt* find_excerpt(std::string_view session, std::string_view text,
                                       int64_t now) const;

  /// Uses the session, and remembers what it was given just now. What is delivered again counts
  /// from now on, and an excerpt then stands where it was delivered last. Among `ids` and among the
  /// texts of `excerpts` none comes twice.
  void record(std::string_view session, int64_t now, std::span<const int64_t> ids,
              std::vector<DeliveredExcerpt> excerpts);

  void forget(std::string_view session);
  void clear() { sessions_.clear(); }

  size_t session_count() const { return sessions_.size(); }

 private:
  // In the order of delivery, which is that of time. Short enough to be searched from end to end.
  using Deliveries = std::vector<DeliveredExcerpt>;
  struct Session {
    std::string name;
    Deliveries events;  // delivered as such: without a text
    Deliveries excerpts;
  };

  const Session* find(std::string_view name) const;
  Session& use(std::string_view name);

  std::vector<Session> sessions_;  // the one used least recently first
};

}  // namespace loci
