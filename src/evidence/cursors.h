#pragma once

/// Cursors: names of replies, by which a client asks on from what it was given.
///
/// A search begins a chain, which keeps the question; every reply that delivered something is a
/// state of a chain, and has a cursor. From one state several others may follow, as branches: a
/// path is what was delivered from the search down to one state.
///
///   search -> cursor_1 (path a b) -> expand -> cursor_2 (path a b c)
///                                 -> nearby -> cursor_3 (path a b d)     4 delivered by the chain
///
/// Bounded: kMaxStates states over all sessions, those issued longest ago go first. A cursor says
/// by its own text that it was issued here and to whom, so that one whose state is gone can be told
/// from one that never was, and nothing needs to be kept to know it.
///
/// Tested by tests/evidence/cursors_test.cpp.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/vector_table.h"

namespace loci {

/// What a search asked for, kept as long as a cursor leads on from it.
struct Question {
  std::string text;
  std::vector<std::string> entities;  // ids or names; all must be mentioned
  std::optional<int64_t> since;       // microseconds since 1970, inclusive
  std::optional<int64_t> before;      // exclusive
  std::vector<int64_t> excluded;      // internal ids
  std::optional<std::vector<float>> embedding;
  std::optional<std::string> model;  // that made it; none: unknown, fits all
};

struct Chain {
  std::string session;
  Question question;
  VectorStamp stamp;     // of the store's vectors where the embedding was used; else of width 0
  size_t delivered = 0;  // over all branches
};

/// A reply that delivered something.
struct CursorState {
  uint64_t serial;
  int64_t issued;  // milliseconds
  std::shared_ptr<Chain> chain;
  std::vector<int64_t> path;  // internal ids of the events delivered on the way, in order
};

class Cursors {
 public:
  static constexpr size_t kMaxStates = 32;
  static constexpr int64_t kLifetime = 15 * 60 * 1000;  // milliseconds
  static constexpr size_t kMaxDelivered = 20;           // by one chain

  /// `seed` makes the cursors of one opening of a store unlike those of another.
  explicit Cursors(uint64_t seed) : seed_(seed) {}

  /// The cursor that the next issue() of this chain and path will give. Changes nothing.
  std::string next(const Chain& chain, const std::vector<int64_t>& path) const;

  /// Keeps a state, in place of the one issued longest ago where there are too many.
  std::string issue(std::shared_ptr<Chain> chain, std::vector<int64_t> path, int64_t now);

  /// The state that a cursor names. Errors: `cursor_unknown`, it was not issued here to this
  /// session; `cursor_expired`, it was, and is too old or gone. Valid until the next change.
  Result<const CursorState*> find(std::string_view cursor, std::string_view session,
                                  int64_t now) const;

  /// Ends the cursors of a session, or all: they are expired from now on.
  void end(std::string_view session);
  void end_all() { states_.clear(); }

  size_t state_count() const { return states_.size(); }

 private:
  std::string mark_of(uint64_t serial, std::string_view session) const;
  std::string text_of(uint64_t serial, const Chain& chain, const std::vector<int64_t>& path) const;
  std::optional<uint64_t> serial_of(std::string_view cursor, std::string_view session) const;

  uint64_t seed_;
  uint64_t next_serial_ = 1;
  std::vector<CursorState> states_;  // in the order of issue
};

}  // namespace loci
