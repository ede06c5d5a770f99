// The embeddings of a wiki against an obvious map of vectors: after any history the store holds
// those that the rules leave, and a retrieval finds them like one over a wiki built afresh.

#include "wiki/embeddings.h"

#include <catch_amalgamated.hpp>
#include <map>
#include <random>
#include <set>

#include "base/content_hash.h"
#include "index/vector.h"
#include "support/wiki_fixture.h"

using namespace loci;
using namespace loci::test;

namespace {

using Vector = std::vector<float>;
using Key = std::pair<std::string, std::string>;

struct ModelItem {
  std::string content;
  std::optional<Vector> vector;
};
using Model = std::map<Key, ModelItem>;

size_t width_of(const Model& model) {
  for (const auto& [key, item] : model) {
    if (item.vector) return item.vector->size();
  }
  return 0;
}

class RandomHistory {
 public:
  explicit RandomHistory(uint64_t seed) : random_(seed) {}

  WikiFixture fixture;
  Model model;

  void step() {
    switch (below(12)) {
      case 0:
        return batch();
      case 1:
        return import();
      case 2:
        return import_bytes();
      case 3:
        return clear();
      case 4:
      case 5:
        return remove();
      case 6:
      case 7:
        return in_batch([this] { put(); });
      default:
        return add();
    }
  }

  Vector random_vector(size_t width) {
    Vector vector(width);
    for (float& number : vector) number = static_cast<float>(below(9)) - 4;
    vector[0] += 0.5f;  // so that none is zero
    return vector;
  }

 private:
  int below(int bound) { return static_cast<int>(random_() % static_cast<uint64_t>(bound)); }
  Key key() {
    return {std::string(1, static_cast<char>('a' + below(2))), std::to_string(below(5))};
  }
  std::string content() { return "text " + std::to_string(below(3)); }

  /// Of the width that fits, where `others` are stored; else of any.
  Vector fitting(const Model& others) {
    const size_t width = width_of(others);
    return random_vector(width != 0 ? width : static_cast<size_t>(1 + below(5)));
  }

  void add() {
    const Key at = key();
    const std::string text = content();
    const bool given = below(2) == 0;
    Model others = model;
    others.erase(at);  // what is replaced counts no longer
    const Vector vector = fitting(others);
    const auto embedding = given ? std::optional(Embedding{vector, ""}) : std::nullopt;
    value_of(fixture.wiki.add(make_item(at.first, at.second, text), kNow, {}, embedding));
    ModelItem& item = model[at];
    if (item.content != text) item.vector.reset();
    if (given) item.vector = vector;
    item.content = text;
  }

  void remove() {
    const Key at = key();
    CHECK(fixture.remove(at.first, at.second) == (model.erase(at) == 1));
  }

  void put() {
    const Key at = key();
    const Vector vector = below(4) == 0 ? random_vector(6) : fitting(model);
    const std::string text = content();
    const bool with_hash = below(2) == 0;
    const auto hash =
        with_hash ? std::optional(hash_text(content_hash(at.second, text))) : std::nullopt;
    const Status put = fixture.wiki.put_embedding(at.first, at.second, hash, {vector, ""});
    const auto found = model.find(at);
    const size_t width = width_of(model);
    if (found == model.end()) {
      CHECK(put.error().code == ErrorCode::kUnknownItem);
    } else if (with_hash && found->second.content != text) {
      CHECK(put.error().code == ErrorCode::kStaleHash);
    } else if (width != 0 && width != vector.size()) {
      CHECK(put.error().code == ErrorCode::kDimensionMismatch);
    } else {
      require_ok(put);
      found->second.vector = vector;
    }
  }

  void clear() {
    in_batch([this] {
      int64_t count = 0;
      for (auto& [key, item] : model) {
        count += item.vector ? 1 : 0;
        item.vector.reset();
      }
      CHECK(value_of(fixture.wiki.clear_embeddings()) == count);
      put();
    });
  }

  void batch() {
    in_batch([this] {
      for (int count = below(6); count > 0; --count) below(3) == 0 ? put() : add();
    });
  }

  void import() {
    in_batch([this] {
      const std::string text = content();
      const std::string file = "# a\n## 1\n\n" + text + "\n\n<!-- wikimem: owner=o -->\n";
      value_of(fixture.wiki.import_markdown({"wiki/a.md", file}, kNow));
      ModelItem& item = model[{"a", "1"}];
      if (item.content != text) item.vector.reset();
      item.content = text;
    });
  }

  void import_bytes() {
    const std::string now = value_of(fixture.store->export_bytes());
    if (saved_.empty() || below(2) == 0) {
      saved_ = now;
      saved_model_ = model;
      return;
    }
    require_ok(fixture.store->import_bytes(saved_));
    require_ok(fixture.wiki.rebuild());
    model = saved_model_;
  }

  template <typename Work>
  void in_batch(Work work) {
    const Model before = model;
    require_ok(fixture.wiki.begin_batch());
    work();
    if (below(3) != 0) return require_ok(fixture.wiki.commit_batch());
    require_ok(fixture.wiki.rollback_batch());
    model = before;
  }

  std::mt19937_64 random_;
  std::string saved_;
  Model saved_model_;
};

void require_stored(RandomHistory& history) {
  Store& store = *history.fixture.store;
  std::map<int64_t, Vector> stored;
  require_ok(store.vectors().scan([&](int64_t item, std::span<const float> vector) {
    stored[item] = Vector(vector.begin(), vector.end());
  }));
  std::map<int64_t, Vector> expected;
  std::set<int64_t> without;
  for (const auto& [key, item] : history.model) {
    const auto found = value_of(history.fixture.wiki.get(key.first, key.second));
    REQUIRE(found);
    REQUIRE(found->content == item.content);
    if (item.vector) {
      expected[found->id] = *item.vector;
    } else {
      without.insert(found->id);
    }
  }
  std::set<int64_t> pending;
  require_ok(store.vectors().list(0, false, [&](int64_t id) {
    pending.insert(id);
    return true;
  }));
  REQUIRE(pending == without);
  REQUIRE(stored == expected);
  REQUIRE(value_of(store.vectors().count()) == static_cast<int64_t>(expected.size()));
  REQUIRE(value_of(store.vectors().stamp()).width == width_of(history.model));
  REQUIRE(value_of(store.check(9)).empty());
}

/// All whose cosine is > 0. (Their order is a matter of the retriever's tests.)
std::set<std::string> near(const Model& model, const Vector& query) {
  std::set<std::string> names;
  for (const auto& [key, item] : model) {
    if (!item.vector) continue;
    const double similarity = cosine(query, norm_of(query), *item.vector, norm_of(*item.vector));
    if (similarity > 0) names.insert(key.first + ":" + key.second);
  }
  return names;
}

void require_found(RandomHistory& history) {
  const size_t width = width_of(history.model);
  RetrieveOptions options;
  options.embedding = history.random_vector(width == 0 ? 3 : width);
  const Retrieval found = history.fixture.ask("text", options);
  REQUIRE(found.embedding_used == (width != 0));
  Wiki fresh(*history.fixture.store, Profile::kDefault);
  require_ok(fresh.rebuild());
  REQUIRE(picture_of(found) == picture_of(value_of(fresh.retrieve("text", options))));

  std::set<std::string> names;
  for (const RetrievedEntry& entry : history.fixture.ask("", options).items) {
    names.insert(entry.item.category + ":" + entry.item.name);
  }
  REQUIRE(names == near(history.model, *options.embedding));
}

}  // namespace

TEST_CASE("after any history the embeddings are those that the rules leave") {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    RandomHistory history(seed);
    for (int step = 0; step < 150; ++step) {
      INFO("seed " << seed << ", step " << step);
      history.step();
      require_stored(history);
      if (step % 3 != 0) require_found(history);  // now and then nothing has loaded the index
    }
  }
}

TEST_CASE("the index is loaded once, and follows") {
  WikiFixture fixture;
  const Vector east = {1, 0};
  value_of(fixture.wiki.add(make_item("c", "a", "text"), kNow, {}, Embedding{east, "m"}));
  CHECK(fixture.wiki.embeddings().byte_size() == 0);
  RetrieveOptions options;
  options.embedding = east;
  CHECK(fixture.names("", options) == Texts{"a"});
  CHECK(fixture.wiki.embeddings().byte_size() > 0);
  CHECK(fixture.wiki.embeddings().model() == "m");
  CHECK(fixture.wiki.embeddings().width() == 2);
  value_of(fixture.wiki.add(make_item("c", "b", "text"), kNow, {}, Embedding{east, "m"}));
  CHECK(fixture.names("", options) == Texts{"a", "b"});
}

TEST_CASE("a vector of no item is no hit") {
  WikiFixture fixture;
  const Vector east = {1, 0};
  value_of(fixture.wiki.add(make_item("c", "a", "text"), kNow, {}, Embedding{east, ""}));
  require_ok(fixture.store->vectors().put(99, 0, east, ""));
  RetrieveOptions options;
  options.embedding = east;
  CHECK(fixture.names("", options) == Texts{"a"});
}
