#pragma once

/// What the evidence face knows of those who ask: what each session was given, and the cursors by
/// which it asks on. Every other part of the face answers the same to everybody.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "evidence/cursors.h"
#include "evidence/delivery_memory.h"

namespace loci {

/// What a reply changes once it has succeeded; until then nothing of it is known here.
struct Delivery {
  std::string session;
  bool forgets = false;                    // all that the session was given before, and its cursors
  std::vector<int64_t> ids;                // internal ones of the events in the reply
  std::vector<DeliveredExcerpt> excerpts;  // those that came in full, each text once
  std::shared_ptr<Chain> chain;            // of the cursor in the reply; none: there is none
  std::vector<int64_t> path;               // of the cursor
};

class Conversations {
 public:
  /// As Cursors().
  explicit Conversations(uint64_t seed) : cursors_(seed) {}

  /// Says that the host's count of milliseconds stands at `count`. One that falls stands still
  /// here.
  void tick(int64_t count) { now_ = std::max(now_, count); }
  int64_t now() const { return now_; }

  const DeliveryMemory& deliveries() const { return deliveries_; }
  const Cursors& cursors() const { return cursors_; }

  /// Takes note of a reply that was made since the last change.
  void record(Delivery delivery);

  /// Forgets all sessions and ends all cursors: the store is another one.
  void clear() {
    deliveries_.clear();
    cursors_.end_all();
  }

 private:
  DeliveryMemory deliveries_;
  Cursors cursors_;
  int64_t now_ = 0;
};

}  // namespace loci
