// Thousands of random operations on the evidence face, by many sessions in turns, each compared
// with what the slow reference says: which events come, in which order and with which scores, or
// why none do. Besides: what is quoted stands in its source to the letter, and nothing that a
// session remembers comes twice.

#include <catch_amalgamated.hpp>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "base/timestamp.h"
#include "base/utf8.h"
#include "support/evidence_calls.h"
#include "support/slow_evidence.h"
#include "text/chunks.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr int64_t kQuarter = 15 * 60 * 1000;
constexpr int64_t kDay = 24 * 60 * 60 * 1000;

// Each is one word in both profiles, and as a term of a query asks for nothing else but its forms.
constexpr const char* kWords[] = {"pump",    "roof", "hut",  "snow", "the",  "leak",  "leaking",
                                  "winters", "备份", "完成", "每日", "what", "stove", "winter"};
const Analyzer kWithForms(Profile::kDefault, nullptr, Forms::kBoth);
constexpr const char* kMarks[] = {" ", " ", "\n", ", ", " 🟡 ", " \U0001F468\u200d\U0001F469 "};

class World {
 public:
  /// Of so many different ids.
  World(const Analyzer& analyzer, uint64_t seed, int names)
      : engine_(open_engine(options_of(analyzer))), slow_(analyzer), random_(seed), names_(names) {}

  void step() {
    switch (below(16)) {
      case 0:
      case 1:
      case 2:
        return save();
      case 3:
        return remove();
      case 4:
        return pass_time();
      case 5:
      case 6:
        return expand();
      case 7:
        return nearby();
      case 8:
        return below(40) == 0 ? import() : read();
      default:
        return search();
    }
  }

  int answered = 0;
  int quoted = 0;
  int failed = 0;
  std::map<std::string, int> reasons;

 private:
  static json options_of(const Analyzer& analyzer) {
    if (analyzer.profile == Profile::kReference) return {{"profile", "reference"}};
    return {{"forms", analyzer.forms == Forms::kOff ? "off" : "both"}};
  }

  int below(int bound) { return static_cast<int>(random_() % static_cast<uint64_t>(bound)); }
  bool one_in(int n) { return below(n) == 0; }
  template <typename T>
  const T& any(const std::vector<T>& list) {
    return list[static_cast<size_t>(below(static_cast<int>(list.size())))];
  }

  std::string words(int most) {
    std::string text;
    for (int count = below(most + 1); count > 0; --count) {
      text += kWords[below(std::size(kWords))];
      text += kMarks[below(std::size(kMarks))];
    }
    return text;
  }

  Vector vector() {
    Vector vector(4);
    while (vector == Vector(4)) {
      for (float& number : vector) number = static_cast<float>(below(3) - 1);
    }
    return vector;
  }

  std::string name() {
    const int number = below(names_);
    return number < 8
               ? "e" + std::to_string(number)
               : "log_ch" + std::to_string(number % 2) + "_e" +
                     std::string(static_cast<size_t>(below(2)), '0') + std::to_string(number);
  }

  std::string session() { return "s" + std::to_string(below(one_in(4) ? 60 : 4)); }

  static std::string iso(int64_t milliseconds) { return format_instant(milliseconds); }

  // --- writing ---

  void save() {
    SlowEvent event;
    if (one_in(4) && !slow_.events().empty()) {
      event = any(slow_.events());  // the same text again
      event.summary_vector.reset();
      event.chunk_vectors.clear();
    } else {
      event.name = name();
      event.summary = words(6) + "n" + std::to_string(++serial_);
      event.content = content();
    }
    if (!one_in(6)) event.time = below(10) * kDay;
    if (one_in(6)) event.time.reset();
    event.concepts.clear();
    event.persons.clear();
    for (const char* entity : {"c1", "c2", "c3"}) {
      if (one_in(3)) event.concepts.emplace_back(entity);
    }
    if (one_in(3)) event.persons.emplace_back("p1");
    write(std::move(event));
  }

  std::string content() {
    if (one_in(4) && !slow_.events().empty()) {
      return any(slow_.events()).content + (one_in(2) ? " \n" : "");
    }
    if (one_in(12)) return "";
    return words(one_in(6) ? 400 : 30);
  }

  void write(SlowEvent event) {
    json more = {{"writtenAt", event.time ? json(iso(*event.time)) : json()}};
    more["entities"] = json::array();
    for (const std::string& id : event.concepts) {
      more["entities"].push_back({{"kind", "concept"}, {"id", id}, {"name", "Concept " + id}});
    }
    for (const std::string& id : event.persons) {
      more["entities"].push_back({{"kind", "person"}, {"id", id}, {"name", "Pérson " + id}});
    }
    EvidenceCall call(event_json(event.name, event.summary, event.content, more));
    if (one_in(2)) {
      event.summary_vector = vector();
      call.event_vector(*event.summary_vector);
    }
    const size_t chunks = chunk_ranges(utf8::count_code_points(event.content)).size();
    if (one_in(2) && chunks > 0) {
      event.chunk_vectors.resize(chunks);
      for (auto& chunk : event.chunk_vectors) chunk = vector();
      call.chunk_vectors(event.chunk_vectors);
    }
    call.answer(*engine_, &Engine::evidence_save);
    slow_.save(std::move(event));
  }

  void remove() {
    if (slow_.events().size() < 8) return;
    const std::string gone = any(slow_.events()).name;
    forget_event(*engine_, gone);
    slow_.remove(gone);
  }

  void pass_time() {
    const int64_t steps[] = {1, 1000, 60'000, kQuarter / 3, kQuarter - 1, kQuarter};
    slow_.now += steps[below(std::size(steps))];
    engine_->tick(slow_.now);
    if (one_in(3)) engine_->tick(slow_.now - below(1'000'000));  // passed over
  }

  void import() {
    auto bytes = engine_->export_bytes();
    REQUIRE(bytes.ok());
    REQUIRE(engine_->import_bytes(bytes.value()).ok());
    slow_.forget_everybody();
  }

  // --- asking ---

  void search() {
    SlowQuestion question;
    json request = json::object();
    if (!one_in(8)) {
      question.text = one_in(20) ? "!!!" : words(4);
      request["query_text"] = question.text;
    }
    for (const char* entity : {"c1", "c2", "p1"}) {
      if (one_in(8)) question.entities.emplace_back(entity);
    }
    for (const std::string& id : question.entities) {
      const std::string folded = (id[0] == 'p' ? "PERSON " : "ＣＯＮＣＥＰＴ ") + id;
      request["entities"].push_back(one_in(2) ? id : folded);
    }
    if (one_in(8)) request["since"] = iso(*(question.since = below(10) * kDay));
    if (one_in(8)) request["before"] = iso(*(question.before = below(10) * kDay));
    while (one_in(4)) {
      const std::string excluded = name();
      question.exclude.insert(excluded);
      request["exclude"].push_back(excluded);
    }
    const SlowEvidence::Delivered delivered = {one_in(10), one_in(20)};
    if (delivered.include) request["include_delivered"] = true;
    if (delivered.reset) request["reset_seen"] = true;
    const std::string session = this->session();
    EvidenceCall call(request, {{"session", session}});
    if (one_in(2)) call.embedding(*(question.embedding = vector()));
    const SlowAnswer expected = slow_.search(session, question, delivered);
    const bool quotes = !delivered.include && !delivered.reset;
    compare(call, &Engine::evidence_search, session, expected, quotes);
  }

  struct Cursor {
    std::string session;
    std::string text;
    std::vector<std::string> events;
  };

  Cursor cursor() {
    if (cursors_.empty() || one_in(20)) return {session(), "cursor_1_0123456789abcdef", {"e1"}};
    const size_t recent = std::min<size_t>(cursors_.size(), one_in(4) ? 60 : 6);
    Cursor cursor =
        cursors_[cursors_.size() - 1 - static_cast<size_t>(below(static_cast<int>(recent)))];
    if (one_in(20)) cursor.session = session();
    return cursor;
  }

  void expand() {
    const Cursor from = cursor();
    const std::string concept_id = "c" + std::to_string(1 + below(4));
    const int limit = 1 + below(8);
    const json request = {{"cursor", from.text}, {"concept_id", concept_id}, {"limit", limit}};
    compare(EvidenceCall(request, {{"session", from.session}}), &Engine::evidence_expand,
            from.session,
            slow_.expand(from.session, from.text, concept_id, static_cast<size_t>(limit)), true);
  }

  void nearby() {
    const Cursor from = cursor();
    const std::string event = one_in(6) ? name() : any(from.events);
    const int before = below(11);
    const int after = below(11);
    const json request = {
        {"cursor", from.text}, {"event_id", event}, {"before", before}, {"after", after}};
    compare(EvidenceCall(request, {{"session", from.session}}), &Engine::evidence_nearby,
            from.session,
            slow_.nearby(from.session, from.text, event, static_cast<size_t>(before),
                         static_cast<size_t>(after)),
            true);
  }

  void read() {
    if (slow_.events().empty()) return;
    const SlowEvent& event = any(slow_.events());
    const size_t total = utf8::count_code_points(event.content);
    const int start = below(static_cast<int>(total) + 1);
    const json found = loci::test::read(
        *engine_, {{"event_id", event.name}, {"start", start}, {"limit", 1 + below(300)}});
    require_verbatim(event.content, found);
    REQUIRE(found["range"][0] == start);
    REQUIRE(found["total"] == total);
    REQUIRE(found.contains("next") == (found["range"][1] < total));
  }

  // --- comparing ---

  /// A piece stands where it says, in code points and in UTF-16.
  static void require_verbatim(const std::string& content, const json& piece) {
    const std::string text = piece["text"];
    const size_t start = piece["range"][0];
    const size_t end = piece["range"][1];
    const size_t from = utf8::prefix_bytes(content, start);
    REQUIRE(utf8::is_valid(text));
    REQUIRE(content.substr(from, utf8::prefix_bytes(content, end) - from) == text);
    REQUIRE(utf8::count_code_points(text) == end - start);
    REQUIRE(piece["range16"][0] == utf8::utf16_length(content.substr(0, from)));
    REQUIRE(piece["range16"][1] == utf8::utf16_length(content.substr(0, from + text.size())));
  }

  void compare(const EvidenceCall& call, Method method, const std::string& session,
               const SlowAnswer& expected, bool quotes) {
    if (!expected.error.empty()) {
      ++failed;
      REQUIRE(call.error(*engine_, method) == expected.error);
      return;
    }
    const json reply = call.answer(*engine_, method);
    INFO(reply.dump());
    std::vector<std::string> wanted;
    for (const auto& shown : expected.events) wanted.push_back(shown.name);
    REQUIRE(ids_in(reply) == wanted);
    REQUIRE(reply.value("reason", "") == expected.reason);
    REQUIRE(reply["cursor"].is_null() == wanted.empty());
    ++reasons[expected.reason];
    std::map<std::string, std::string> excerpts;
    for (size_t i = 0; i < wanted.size(); ++i) {
      compare_event(reply["events"][i], expected.events[i], session, quotes, excerpts);
    }
    slow_.deliver(expected, excerpts, reply["cursor"].is_null() ? "" : reply["cursor"]);
    if (!wanted.empty()) cursors_.push_back({session, reply["cursor"], wanted});
    answered += static_cast<int>(wanted.size());
  }

  // The event of this reply whose excerpt it was, or none.
  static std::string holder_of(const std::string& text,
                               const std::map<std::string, std::string>& excerpts) {
    for (const auto& [name, excerpt] : excerpts) {
      if (excerpt == text) return name;
    }
    return "";
  }

  void compare_event(const json& event, const SlowAnswer::Shown& expected,
                     const std::string& session, bool quotes,
                     std::map<std::string, std::string>& excerpts) {
    REQUIRE(event["score"].is_null() == !expected.score.has_value());
    if (expected.score) {
      REQUIRE(std::fabs(event["score"].get<double>() - *expected.score) <= 1e-12);
    }
    REQUIRE(event.value("duplicates", std::vector<std::string>()) == expected.duplicates);
    const SlowEvent& source = *slow_.find(expected.name);
    const size_t length = utf8::count_code_points(source.content);
    REQUIRE(event["contentLength"] == length);
    if (event.contains("quoteRef")) {
      ++quoted;
      REQUIRE(quotes);
      const json& quote = event["quoteRef"];
      const std::string& quoted_from = slow_.find(quote["id"])->content;
      json piece = quote;
      const size_t from = utf8::prefix_bytes(quoted_from, quote["range"][0]);
      const size_t end = utf8::prefix_bytes(quoted_from, quote["range"][1]);
      piece["text"] = quoted_from.substr(from, end - from);
      require_verbatim(quoted_from, piece);
      const std::string source_id =
          slow_.quotable(session, piece["text"]).value_or(holder_of(piece["text"], excerpts));
      REQUIRE(source_id == quote["id"].get<std::string>());
      REQUIRE(source.content.find(piece["text"].get<std::string>()) != std::string::npos);
      return;
    }
    const json& excerpt = event["excerpt"];
    require_verbatim(source.content, excerpt);
    const std::string text = excerpt["text"];
    const size_t shown = utf8::count_code_points(text);
    REQUIRE(shown <= 120);
    REQUIRE((shown > 0 || length == 0));
    REQUIRE(event.contains("hint") == (shown < length));
    if (quotes && !text.empty()) {
      REQUIRE_FALSE(slow_.quotable(session, text));
      REQUIRE(holder_of(text, excerpts).empty());
    }
    if (!text.empty()) excerpts[expected.name] = text;
  }

  std::unique_ptr<Engine> engine_;
  SlowEvidence slow_;
  std::mt19937_64 random_;
  int names_;
  std::vector<Cursor> cursors_;
  int serial_ = 0;
};

void run(const Analyzer& analyzer, uint64_t seed, int names, int steps) {
  World world(analyzer, seed, names);
  for (int step = 0; step < steps; ++step) {
    INFO("seed " << seed << ", step " << step);
    world.step();
  }
  CHECK(world.answered > steps / 4);
  CHECK(world.quoted > 0);
  CHECK(world.failed > 0);
  CHECK(world.reasons["no_match"] > 0);
  CHECK(world.reasons["no_query_terms"] > 0);
}

}  // namespace

TEST_CASE("after any history the evidence face answers as the slow reference does") {
  for (uint64_t seed = 1; seed <= 3; ++seed) run(kWithForms, seed, 25, 2500);
  run(Profile::kDefault, 7, 25, 1500);
  run(Profile::kReference, 4, 25, 1500);
}

TEST_CASE("so it does where there are more events than a route takes") {
  run(kWithForms, 5, 150, 2500);
  run(Profile::kReference, 6, 150, 1500);
}
