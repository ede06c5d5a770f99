#pragma once

/// The evidence face as SPEC 4 says it, slowly: events in a list, of which each search reads all,
/// deliveries in a list from the first to the last, cursors that are never forgotten, only no
/// longer honoured. What the engine is compared with, reply by reply.
///
/// Excerpts it does not take: it is told which came, and knows which must be quoted.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "text/analyzer.h"

namespace loci::test {

struct SlowEvent {
  std::string name;
  std::string summary;
  std::string content;
  std::optional<int64_t> time;  // milliseconds
  std::vector<std::string> concepts;
  std::vector<std::string> persons;
  std::optional<std::vector<float>> summary_vector;
  std::vector<std::optional<std::vector<float>>> chunk_vectors;
  int64_t id = 0;  // in the order of storing; an edited event is another
};

struct SlowQuestion {
  std::string text;
  std::vector<std::string> entities;
  std::optional<int64_t> since;   // milliseconds
  std::optional<int64_t> before;  // milliseconds
  std::set<std::string> exclude;
  std::optional<std::vector<float>> embedding;
};

/// What must come back: events with their scores, or why there are none, or an error.
struct SlowAnswer {
  struct Shown {
    std::string name;
    std::optional<double> score;
    std::vector<std::string> duplicates;
  };
  std::vector<Shown> events;
  std::string reason;  // empty: there are events
  std::string error;   // a code; empty: none
};

class SlowEvidence {
 public:
  explicit SlowEvidence(const Analyzer& analyzer)
      : analyzer_(analyzer), profile_(analyzer.profile) {}

  int64_t now = 0;  // milliseconds that never fall

  void save(SlowEvent event);
  void remove(const std::string& name);
  /// All sessions are forgotten, and no cursor is honoured any more.
  void forget_everybody();

  const std::vector<SlowEvent>& events() const { return events_; }
  const SlowEvent* find(const std::string& name) const;

  struct Delivered {
    bool include = false;  // include_delivered
    bool reset = false;    // reset_seen
  };
  SlowAnswer search(const std::string& session, const SlowQuestion& question, Delivered delivered);
  SlowAnswer expand(const std::string& session, const std::string& cursor,
                    const std::string& concept_id, size_t limit);
  SlowAnswer nearby(const std::string& session, const std::string& cursor, const std::string& event,
                    size_t before, size_t after);

  /// The reply to the last question came: with these excerpts in full, by event, and this cursor.
  void deliver(const SlowAnswer& answer, const std::map<std::string, std::string>& excerpts,
               const std::string& cursor);

  /// The event in which the session was shown this text and which is as it was then.
  std::optional<std::string> quotable(const std::string& session, const std::string& text) const;

 private:
  using Pool = std::vector<const SlowEvent*>;

  struct Chain {
    SlowQuestion question;
    std::set<int64_t> excluded;
    size_t delivered = 0;
  };
  struct State {
    std::string cursor;
    std::string session;
    int64_t issued;
    std::shared_ptr<Chain> chain;
    std::vector<int64_t> path;
    bool ended = false;
  };
  struct Delivery {
    std::string session;
    int64_t time;
    int64_t id;        // 0: of an excerpt
    std::string text;  // of an excerpt
    int64_t source;    // the event it stands in
  };
  // What deliver() needs to know of the last question.
  struct Asked {
    std::string session;
    bool resets = false;
    std::shared_ptr<Chain> chain;
    std::vector<int64_t> path;
  };

  std::vector<Delivery> remembered(const std::string& session, bool excerpts) const;
  std::set<int64_t> delivered_ids(const std::string& session) const;
  const State* find_state(const std::string& session, const std::string& cursor,
                          std::string& error) const;
  bool exists(int64_t id) const;
  void forget(const std::string& session);
  Pool filtered(const SlowQuestion& question) const;
  SlowAnswer answer(const SlowQuestion& question, const Pool& pool, size_t wanted, bool fills_up);
  static std::string reason_for(const Pool& before, const Pool& after);

  Analyzer analyzer_;
  Profile profile_;
  std::vector<SlowEvent> events_;  // in the order of storing
  int64_t next_id_ = 1;
  std::vector<Delivery> deliveries_;
  std::vector<std::string> used_;  // sessions, least recently used first
  std::vector<State> states_;      // in the order of issue
  Asked asked_;
};

}  // namespace loci::test
