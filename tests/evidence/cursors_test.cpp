// Cursors: what names a state, what no longer does, and what never did.

#include "evidence/cursors.h"

#include <catch_amalgamated.hpp>
#include <set>
#include <string>
#include <vector>

using namespace loci;

namespace {

using Path = std::vector<int64_t>;

constexpr int64_t kQuarter = 15 * 60 * 1000;

std::shared_ptr<Chain> chain_of(std::string session, std::string question = "question") {
  auto chain = std::make_shared<Chain>();
  chain->session = std::move(session);
  chain->question.text = std::move(question);
  return chain;
}

/// The path that the cursor leads to, or the code of the error.
std::string found(const Cursors& cursors, const std::string& cursor, std::string_view session,
                  int64_t now = 0) {
  const auto state = cursors.find(cursor, session, now);
  if (!state.ok()) return std::string(name_of(state.error().code));
  std::string ids;
  for (const int64_t id : state.value()->path) ids += std::to_string(id) + " ";
  return ids;
}

}  // namespace

TEST_CASE("a cursor leads to its state for less than fifteen minutes") {
  Cursors cursors(1);
  const auto chain = chain_of("a");
  const std::string expected = cursors.next(*chain, {1, 2});
  const std::string cursor = cursors.issue(chain, {1, 2}, 1000);
  CHECK(cursor == expected);
  CHECK(found(cursors, cursor, "a", 1000 + kQuarter - 1) == "1 2 ");
  CHECK(found(cursors, cursor, "a", 1000 + kQuarter) == "cursor_expired");
}

TEST_CASE("a cursor is its session's alone") {
  Cursors cursors(1);
  const std::string cursor = cursors.issue(chain_of("a"), {1}, 0);
  CHECK(found(cursors, cursor, "a") == "1 ");
  CHECK(found(cursors, cursor, "b") == "cursor_unknown");
  CHECK(found(cursors, cursor, "") == "cursor_unknown");
}

TEST_CASE("what was never issued is unknown, and breaks nothing") {
  Cursors cursors(1);
  const std::string cursor = cursors.issue(chain_of("a"), {1}, 0);
  REQUIRE(cursor.size() == std::string("cursor_1_").size() + 16);
  std::set<std::string> forged = {"",
                                  "cursor_",
                                  "cursor__",
                                  "cursor_1_",
                                  "cursor_x_0123456789abcdef",
                                  "cursor_2" + cursor.substr(8),
                                  "cursor_0" + cursor.substr(8),
                                  "cursor_01" + cursor.substr(8),
                                  "cursor_+1" + cursor.substr(8),
                                  "cursor_99999999999999999999999" + cursor.substr(8),
                                  cursor + "0",
                                  " " + cursor,
                                  cursor.substr(0, cursor.size() - 1)};
  for (size_t at = 9; at < cursor.size(); ++at) {
    std::string other = cursor;
    other[at] = other[at] == '0' ? '1' : '0';
    forged.insert(other);
  }
  for (const std::string& text : forged) {
    INFO(text);
    CHECK(found(cursors, text, "a") == "cursor_unknown");
  }
  CHECK(found(cursors, cursor, "a") == "1 ");
}

TEST_CASE("of 33 states the oldest goes, over all sessions, and is known to have been") {
  Cursors cursors(1);
  std::vector<std::string> issued;
  for (int i = 0; i < 33; ++i) {
    issued.push_back(cursors.issue(chain_of(std::to_string(i)), {i}, 0));
    if (i == 31) CHECK(found(cursors, issued[0], "0") == "0 ");
  }
  CHECK(cursors.state_count() == 32);
  CHECK(found(cursors, issued[0], "0") == "cursor_expired");
  CHECK(found(cursors, issued[0], "1") == "cursor_unknown");
  CHECK(found(cursors, issued[1], "1") == "1 ");
  for (int i = 0; i < 10'000; ++i) cursors.issue(chain_of("many"), {i}, i);
  CHECK(cursors.state_count() == 32);
  CHECK(found(cursors, issued[32], "32") == "cursor_expired");
}

TEST_CASE("cursors end with their session, or all together") {
  Cursors cursors(1);
  const std::string first = cursors.issue(chain_of("a"), {1}, 0);
  const std::string second = cursors.issue(chain_of("b"), {2}, 0);
  cursors.end("a");
  CHECK(found(cursors, first, "a") == "cursor_expired");
  CHECK(found(cursors, second, "b") == "2 ");
  cursors.end_all();
  CHECK(found(cursors, second, "b") == "cursor_expired");
}

TEST_CASE("branches share their chain, and have cursors of their own") {
  Cursors cursors(1);
  const auto chain = chain_of("a");
  const std::string root = cursors.issue(chain, {1}, 0);
  const std::string left = cursors.issue(chain, {1, 2}, 0);
  const std::string right = cursors.issue(chain, {1, 3}, 0);
  CHECK(std::set{root, left, right}.size() == 3);
  CHECK(found(cursors, root, "a") == "1 ");
  CHECK(found(cursors, left, "a") == "1 2 ");
  CHECK(found(cursors, right, "a") == "1 3 ");
  CHECK(cursors.find(left, "a", 0).value()->chain == cursors.find(right, "a", 0).value()->chain);
}

TEST_CASE("a cursor of another opening, question or answer is another") {
  const auto cursor = [](uint64_t seed, const char* question, const Path& path) {
    return Cursors(seed).next(*chain_of("a", question), path);
  };
  const std::string one = cursor(1, "q", {1, 2});
  CHECK(cursor(1, "q", {1, 2}) == one);
  CHECK(cursor(2, "q", {1, 2}) != one);
  CHECK(cursor(1, "r", {1, 2}) != one);
  CHECK(cursor(1, "q", {2, 1}) != one);
}
