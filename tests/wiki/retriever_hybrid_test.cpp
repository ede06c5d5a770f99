// Words and meaning together: what becomes a candidate, what each signal gives, and what happens to
// a query whose embedding cannot be used.

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>

#include "support/generated_vectors.h"
#include "support/hybrid_memory.h"
#include "wiki/retriever.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr Profile kProfiles[] = {Profile::kDefault, Profile::kReference};
constexpr Fusion kFusions[] = {Fusion::kMinMax, Fusion::kReciprocalRank};

RetrieveOptions near(Vector embedding, double weight = 0.5, Fusion fusion = Fusion::kMinMax) {
  RetrieveOptions options;
  options.embedding = std::move(embedding);
  options.fusion_weight = weight;
  options.fusion = fusion;
  options.explain = true;
  return options;
}

Texts found_by(HybridMemory& memory, const std::string& query, const RetrieveOptions& options) {
  return names_of(memory.ask(query, options).items);
}

// That the query ran by words alone, and why.
void require_words_alone(HybridMemory& memory, const std::string& query,
                         const RetrieveOptions& options, std::string_view reason) {
  RetrieveOptions without = options;
  without.embedding.reset();
  const Retrieval found = memory.ask(query, options);
  CHECK_FALSE(found.embedding_used);
  CHECK(name_of(found.embedding_reason) == reason);
  CHECK(picture_of(found) == picture_of(memory.ask(query, without)));
}

}  // namespace

TEST_CASE("items come back with whatever signal found them") {
  for (const Fusion fusion : kFusions) {
    HybridMemory memory;
    memory.add("notes", "words", "apple", Vector{0, 1});
    memory.add("notes", "meaning", "pear", Vector{1, 0});
    memory.add("notes", "both", "apple pie", Vector{1, 1});
    memory.add("notes", "neither", "plum", Vector{-1, 0});
    const Retrieval found = memory.ask("apple", near({1, 0}, 0.5, fusion));
    CHECK(found.embedding_used);
    Texts names = names_of(found.items);
    std::sort(names.begin(), names.end());
    CHECK(names == Texts{"both", "meaning", "words"});
    for (const RetrievedEntry& entry : found.items) {
      CHECK(entry.bm25_score.has_value() == (entry.item.name != "meaning"));
      CHECK(entry.cos_score.has_value() == (entry.item.name != "words"));
      CHECK(entry.matched_terms.empty() == (entry.item.name == "meaning"));
    }
  }
}

TEST_CASE("two matches with orthogonal vectors both come back") {
  for (const Fusion fusion : kFusions) {
    for (const double weight : {0.0, 0.5, 1.0}) {
      HybridMemory memory;
      memory.add("notes", "a", "apple", Vector{1, 0});
      memory.add("notes", "b", "apple", Vector{0, 1});
      CHECK(found_by(memory, "apple", near({1, 0}, weight, fusion)) == Texts{"a", "b"});
    }
  }
}

TEST_CASE("the weight decides between words and meaning") {
  for (const Profile profile : kProfiles) {
    for (const Fusion fusion : kFusions) {
      HybridMemory memory(profile);
      memory.add("notes", "meaning", "apple and many other words that make it long", Vector{1, 0});
      memory.add("notes", "words", "apple", Vector{1, 1});
      CHECK(found_by(memory, "apple", near({1, 0}, 0, fusion)).front() == "meaning");
      CHECK(found_by(memory, "apple", near({1, 0}, 1, fusion)).front() == "words");
    }
  }
}

TEST_CASE("the reference drops what its weights score 0, the default keeps it") {
  for (const Profile profile : kProfiles) {
    HybridMemory memory(profile);
    memory.add("notes", "words", "apple", Vector{-1, 0});
    memory.add("notes", "meaning", "pear", Vector{1, 0});
    const bool keeps = profile == Profile::kDefault;
    CHECK(found_by(memory, "apple", near({1, 0}, 1)) ==
          (keeps ? Texts{"words", "meaning"} : Texts{"words"}));
    CHECK(found_by(memory, "apple", near({1, 0}, 0)) ==
          (keeps ? Texts{"meaning", "words"} : Texts{"meaning"}));
  }
}

TEST_CASE("a cosine of 0 or less makes no candidate") {
  HybridMemory memory;
  memory.add("notes", "same", "a", Vector{1, 0});
  memory.add("notes", "opposite", "b", Vector{-1, 0});
  memory.add("notes", "between", "c", Vector{3, 4});
  const Retrieval found = memory.ask("word", near({2, 0}));
  REQUIRE(names_of(found.items) == Texts{"same", "between"});
  CHECK(found.items[0].cos_score == 1.0);
  CHECK(*found.items[1].cos_score == Catch::Approx(0.6).epsilon(1e-15));
}

TEST_CASE("only the nearest forty, or four for each hit, have a cosine") {
  for (const Profile profile : kProfiles) {
    for (const Fusion fusion : kFusions) {
      const bool forty = profile == Profile::kDefault && fusion == Fusion::kMinMax;
      const int nearer = forty ? 40 : 8;
      for (const int count : {nearer - 1, nearer}) {
        HybridMemory memory(profile);
        for (int i = 0; i < count; ++i) {
          memory.add("notes", "n" + std::to_string(i), "apple",
                     Vector{1, 0.01f * static_cast<float>(i)});
        }
        memory.add("a", "first", "apple", Vector{1, 0.5f});  // before all, and the farthest
        RetrieveOptions options = near({1, 0}, 1, fusion);   // by words, all equal: in store order
        options.limit = 2;
        const Retrieval found = memory.ask("apple", options);
        REQUIRE(names_of(found.items) == Texts{"first", "n0"});
        CHECK(found.items[0].cos_score.has_value() == (count < nearer));
      }
    }
  }
}

TEST_CASE("one candidate, equal scores and empty texts give sound scores") {
  for (const Profile profile : kProfiles) {
    for (const Fusion fusion : kFusions) {
      HybridMemory memory(profile);
      CHECK(memory.ask("word", near({1, 0}, 0.5, fusion)).items.empty());
      memory.add("notes", "word", "", Vector{1, 0});
      for (int more = 0; more < 3; ++more) {
        for (const char* query : {"word", "other", ""}) {
          for (const RetrievedEntry& entry : memory.ask(query, near({1, 0}, 0.5, fusion)).items) {
            CHECK(std::isfinite(*entry.score));
            CHECK((*entry.score > 0 || more > 0));  // equal vectors say nothing beside words
            CHECK(*entry.score <= 1);
          }
        }
        memory.add("notes", "word" + std::string(1, static_cast<char>('a' + more)), "word",
                   Vector{1, 0});
      }
    }
  }
}

TEST_CASE("what no word of the question is in is found first by its meaning") {
  HybridMemory memory;
  VectorGenerator generator(1);
  const Vector asked = generator.random(32);
  for (int i = 0; i < 60; ++i) {
    memory.add("notes", "n" + std::to_string(i), "the boat lies in a harbour",
               generator.random(32));
  }
  memory.add("notes", "answer", "our old car is gone", generator.near(asked, 0.5F));
  const Retrieval found = memory.ask("vehicle sold", near(asked, 0.6));
  CHECK(found.items[0].item.name == "answer");
  CHECK_FALSE(found.items[0].bm25_score);
}

TEST_CASE("vectors that are noise do not displace what the words say") {
  for (int seed = 1; seed <= 20; ++seed) {
    HybridMemory memory;
    VectorGenerator generator(static_cast<uint64_t>(seed));
    for (int i = 0; i < 60; ++i) {
      memory.add("notes", "n" + std::to_string(i), i == 30 ? "a quince tree" : "an apple tree",
                 generator.random(32));
    }
    const Retrieval found = memory.ask("quince", near(generator.random(32), 0.6));
    CHECK(found.items[0].item.name == "n30");
    CHECK(*found.cosine_weight < 0.25);
  }
}

TEST_CASE("the shares of a hit say what the weight of meaning made of its nearness") {
  HybridMemory memory;
  memory.add("notes", "a", "apple", Vector{1, 0});
  memory.add("notes", "b", "apple pie", Vector{1, 1});
  memory.add("notes", "c", "plum", Vector{0, 1});
  RetrieveOptions options = near({4, 1}, 0.6);
  const Retrieval found = memory.ask("apple", options);
  REQUIRE(found.cosine_weight);
  CHECK(*found.cosine_weight > 0);
  CHECK(*found.cosine_weight < 0.4);
  REQUIRE(names_of(found.items) == Texts{"a", "b", "c"});
  CHECK(found.items[0].shares->cosine == *found.cosine_weight);  // the nearest of all
  CHECK(found.items[2].shares->cosine == 0);
  CHECK(memory.ask("pear", options).cosine_weight == 0.4);  // by meaning alone
  CHECK(memory.ask("apple", near({4, 1}, 0)).cosine_weight == 1);
  CHECK_FALSE(memory.ask("apple", near({4, 1}, 0.6, Fusion::kReciprocalRank)).cosine_weight);
  options.embedding.reset();
  CHECK_FALSE(memory.ask("apple", options).cosine_weight);
  HybridMemory reference(Profile::kReference);
  reference.add("notes", "a", "apple", Vector{1, 0});
  CHECK_FALSE(reference.ask("apple", near({1, 0})).cosine_weight);
}

TEST_CASE("the nearest lends to its neighbours") {
  HybridMemory memory;
  VectorGenerator generator(2);
  const Vector asked = generator.random(32);
  for (int i = 0; i < 50; ++i)
    memory.add("notes", "n" + std::to_string(i), "a", generator.random(32));
  memory.add("notes", "question", "b", generator.near(asked, 0.1F), 0, SequencePlace{7, 1});
  memory.add("notes", "answer", "c", std::nullopt, 0, SequencePlace{7, 2});
  RetrieveOptions options = near(asked, 0.6);
  options.limit = 2;
  const Retrieval found = memory.ask("other", options);
  REQUIRE(names_of(found.items) == Texts{"question", "answer"});
  CHECK_FALSE(found.items[1].cos_score);
  CHECK(found.items[1].shares->cosine == 0.4 * (kNeighbourWeights[0] + kSequenceWeight));
  options.context = false;
  CHECK(names_of(memory.ask("other", options).items)[1] != "answer");
}

TEST_CASE("beyond the nearest forty the order is that of the cosines") {
  HybridMemory memory;
  for (int i = 0; i < 80; ++i) {  // the nearer the later
    memory.add("notes", "n" + std::to_string(i), "a", Vector{1, 0.1f * static_cast<float>(80 - i)});
  }
  RetrieveOptions options = near({1, 0}, 0.6);
  options.limit = 70;
  const Texts names = found_by(memory, "other", options);
  REQUIRE(names.size() == 70);
  for (int i = 0; i < 70; ++i) CHECK(names[static_cast<size_t>(i)] == "n" + std::to_string(79 - i));
}

TEST_CASE("a query without words runs on its embedding alone") {
  HybridMemory memory;
  memory.add("notes", "a", "apple", Vector{1, 0});
  const Retrieval found = memory.ask("!!!", near({1, 0}));
  CHECK(names_of(found.items) == Texts{"a"});
  CHECK_FALSE(found.no_query_terms);
  CHECK(memory.ask("!!!", near({1, 0, 0})).no_query_terms);
}

TEST_CASE("an embedding that cannot be used leaves the words, and says why") {
  HybridMemory memory;
  memory.add("notes", "a", "apple", Vector{1, 0});
  memory.add("notes", "b", "apple pie", Vector{0, 1});
  memory.vectors.model_name = "one";
  const float kNaN = std::numeric_limits<float>::quiet_NaN();
  const float kInf = std::numeric_limits<float>::infinity();

  RetrieveOptions none;
  none.explain = true;
  require_words_alone(memory, "apple", none, "none");
  for (const Vector& bad : {Vector{}, Vector{0, 0}, Vector{kNaN, 0}, Vector{kInf, 0}}) {
    require_words_alone(memory, "apple", near(bad), "invalid_vector");
  }
  require_words_alone(memory, "apple", near({1, 0, 0}), "dimension_mismatch");
  RetrieveOptions other = near({1, 0});
  other.model = "two";
  require_words_alone(memory, "apple", other, "model_mismatch");
  other.embedding = Vector{1, 0, 0};
  require_words_alone(memory, "apple", other, "model_mismatch");
  other.embedding = Vector{};
  require_words_alone(memory, "apple", other, "invalid_vector");
  CHECK(memory.vectors.loads() == 0);  // nothing was loaded for what cannot be used
}

TEST_CASE("models that are unknown fit all") {
  HybridMemory memory;
  memory.add("notes", "a", "apple", Vector{1, 0});
  RetrieveOptions named = near({1, 0});
  named.model = "one";
  CHECK(memory.ask("apple", named).embedding_used);
  memory.vectors.model_name = "one";
  CHECK(memory.ask("apple", named).embedding_used);
  CHECK(memory.ask("apple", near({1, 0})).embedding_used);
}

TEST_CASE("a memory without vectors says so") {
  HybridMemory memory;
  memory.add("notes", "a", "apple");
  require_words_alone(memory, "apple", near({1, 0}), "no_vectors");
}

TEST_CASE("extreme vectors are valid queries") {
  HybridMemory memory;
  memory.add("notes", "a", "apple", Vector{1, 1});
  for (const float length : {1e38f, 1e-38f, 1e-45f}) {
    const Retrieval found = memory.ask("pear", near({length, length}));
    REQUIRE(found.items.size() == 1);
    CHECK(*found.items[0].cos_score == Catch::Approx(1).epsilon(1e-15));
  }
}

TEST_CASE("damaged vectors cost nothing but themselves") {
  HybridMemory memory;
  const int64_t bad = memory.add("notes", "a", "apple", Vector{1, 0});
  const int64_t good = memory.add("notes", "b", "pear", Vector{1, 1});
  CHECK_FALSE(memory.ask("apple", near({1, 0})).vectors_damaged);
  memory.vectors.unreadable = {bad};
  const Retrieval found = memory.ask("apple", near({1, 0}));
  CHECK(found.vectors_damaged);
  CHECK(found.embedding_used);
  REQUIRE(names_of(found.items) == Texts{"a", "b"});
  CHECK_FALSE(found.items[0].cos_score);
  memory.vectors.unreadable = {bad, good};
  CHECK(memory.ask("apple", near({1, 0})).vectors_damaged);
  require_words_alone(memory, "apple", near({1, 0}), "no_vectors");
  CHECK_FALSE(memory.ask("apple", RetrieveOptions()).vectors_damaged);
}

TEST_CASE("a hit that a link placed earlier shows its signals in the default alone") {
  for (const Profile profile : kProfiles) {
    HybridMemory memory(profile);
    memory.add("notes", "from", "apple [[notes:to]]", Vector{1, 0});
    memory.add("notes", "to", "pear", Vector{1, 1});
    const Retrieval found = memory.ask("apple", near({1, 0}, 0.4));
    REQUIRE(names_of(found.items) == Texts{"from", "to"});
    const RetrievedEntry& link = found.items[1];
    CHECK(link.source == RetrievedEntry::Source::kLink);
    CHECK(link.cos_score.has_value() == (profile == Profile::kDefault));
    CHECK(link.shares.has_value() == (profile == Profile::kDefault));
  }
}
