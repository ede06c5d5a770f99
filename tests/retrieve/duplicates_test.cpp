#include "retrieve/duplicates.h"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <random>
#include <string>
#include <utility>

using namespace loci;

namespace {

using Groups = std::vector<std::pair<size_t, std::vector<size_t>>>;

// With hashes of so few bits that other texts share them.
Groups collapse(const std::vector<std::string>& texts, uint64_t mask = ~uint64_t{0}) {
  std::vector<uint64_t> keys;
  for (const std::string& text : texts) keys.push_back(std::hash<std::string>()(text) & mask);
  Groups groups;
  for (const Distinct& text : collapse_duplicates(keys, [&](size_t earlier, size_t later) {
         REQUIRE(earlier < later);
         REQUIRE(keys[earlier] == keys[later]);
         return texts[earlier] == texts[later];
       })) {
    groups.emplace_back(text.best, text.others);
  }
  return groups;
}

Groups plain_collapse(const std::vector<std::string>& texts) {
  Groups groups;
  for (size_t i = 0; i < texts.size(); ++i) {
    const auto same = [&](const auto& group) { return texts[group.first] == texts[i]; };
    const auto found = std::find_if(groups.begin(), groups.end(), same);
    if (found == groups.end()) {
      groups.push_back({i, {}});
    } else {
      found->second.push_back(i);
    }
  }
  return groups;
}

}  // namespace

TEST_CASE("a text that comes three times stands once, at its first place") {
  CHECK(collapse({"b", "a", "b", "c", "b"}) == Groups{{0, {2, 4}}, {1, {}}, {3, {}}});
}

TEST_CASE("texts that differ in a number both stay") {
  CHECK(collapse({"37 snapshots", "15 snapshots"}) == Groups{{0, {}}, {1, {}}});
}

TEST_CASE("an empty list has no duplicates, and empty texts are equal") {
  CHECK(collapse({}).empty());
  CHECK(collapse({"", ""}) == Groups{{0, {1}}});
}

TEST_CASE("twelve identical texts are one, and every run says the same") {
  const std::vector<std::string> texts(12, "the same");
  const Groups first = collapse(texts);
  REQUIRE(first.size() == 1);
  CHECK(first[0].second.size() == 11);
  for (int run = 0; run < 100; ++run) REQUIRE(collapse(texts) == first);
}

TEST_CASE("equal hashes of other texts do not collapse") {
  std::mt19937 random(26);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> texts(random() % 30);
    for (std::string& text : texts) text = std::to_string(random() % 12);
    REQUIRE(collapse(texts, 1) == plain_collapse(texts));
  }
}
