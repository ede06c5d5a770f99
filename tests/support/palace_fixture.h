#pragma once

/// The palace over a store, as tests of its search need it.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "palace/duplicate_check.h"
#include "palace/palace.h"
#include "palace/searcher.h"
#include "support/wiki_fixture.h"

namespace loci::test {

/// A drawer to be handed in; most tests set a field or two beside its text.
struct PlainDrawer {
  std::string name;
  std::string text;
  std::vector<float> vector{};  // empty: none
  std::string source_file{};
  std::string wing = "wing";
  std::string room = "room";
  std::optional<std::string> authored_at{};
  std::optional<std::string> filed_at{};
  std::optional<int64_t> chunk_index{};
};

class PalaceFixture {
 public:
  explicit PalaceFixture(const Analyzer& analyzer = Profile::kDefault)
      : store(open_store()), palace(*store, analyzer), analyzer_(analyzer) {}

  std::unique_ptr<Store> store;
  Palace palace;

  void add(const PlainDrawer& drawer) {
    NewDrawer given;
    given.place = {drawer.wing, drawer.room};
    given.drawer.name = drawer.name;
    given.drawer.text = drawer.text;
    given.drawer.source_file = drawer.source_file;
    given.drawer.chunk_index = drawer.chunk_index;
    given.drawer.authored_at = drawer.authored_at;
    given.drawer.filed_at = drawer.filed_at;
    given.says_when_filed = true;
    value_of(palace.add_drawer(std::move(given), embedding(drawer.vector), kNow));
  }

  void add_closet(std::string wing, std::string source_file, const std::vector<float>& vector) {
    value_of(palace.add_closet({{std::move(wing), "room"}, std::move(source_file), "a digest"},
                               embedding(vector)));
  }

  PalaceReply search(const PalaceRequest& request) {
    PalaceReply reply;
    require_ok(loci::search(request, sources(), reply));
    return reply;
  }
  PalaceReply search(std::string query, std::vector<float> vector = {}, size_t limit = 5) {
    PalaceRequest request;
    request.query = std::move(query);
    request.limit = limit;
    if (!vector.empty()) request.embedding = std::move(vector);
    return search(request);
  }

  DuplicateReply check(const DuplicateRequest& request) {
    DuplicateReply reply;
    require_ok(check_duplicate(request, sources(), reply));
    return reply;
  }

 private:
  static std::optional<Embedding> embedding(const std::vector<float>& vector) {
    return vector.empty() ? std::nullopt : std::optional(Embedding{vector, ""});
  }
  PalaceSources sources() { return {*store, *value_of(palace.index()), analyzer_}; }

  Analyzer analyzer_;
};

inline Texts names_of(const PalaceReply& reply) {
  Texts names;
  for (const FoundDrawer& found : reply.results) names.push_back(found.drawer.name);
  return names;
}

}  // namespace loci::test
