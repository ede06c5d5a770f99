#pragma once

/// A memory of items, some with vectors, and its slow twin, written to together.

#include <catch_amalgamated.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "index/inverted_index.h"
#include "store/memory_host.h"
#include "store/store.h"
#include "support/hybrid_oracle.h"
#include "support/plain_vectors.h"
#include "support/wiki_fixture.h"
#include "text/links.h"
#include "text/tokenizer.h"
#include "wiki/retriever.h"

namespace loci::test {

/// The runs of small letters: what both profiles take as words of a text made of nothing else.
inline Texts letters_of(const std::string& text) {
  Texts words;
  bool inside = false;
  for (const char c : text) {
    const bool letter = c >= 'a' && c <= 'z';
    if (letter && !inside) words.emplace_back();
    if (letter) words.back() += c;
    inside = letter;
  }
  return words;
}

class HybridMemory {
 public:
  explicit HybridMemory(Profile profile = Profile::kDefault)
      : profile_(profile), store_(open_store()) {}

  PlainVectors vectors;
  HybridOracle oracle;

  /// The id. Words of small letters and links only, where the oracle is asked.
  int64_t add(const std::string& category, const std::string& name, const std::string& content,
              const std::optional<Vector>& vector = {}, int64_t time = 0,
              const std::optional<SequencePlace>& place = {}) {
    Item item = make_item(category, name, content);
    item.ts = "2024-01-01T00:00:00Z";
    const int64_t id =
        value_of(in_transaction(*store_, [&] { return store_->put(item, std::nullopt, kNow); }));
    const Document document = {id, time, index_.intern_category(category)};
    TokenBuffer tokens;
    tokenize(name, profile_, tokens);
    tokenize(content, profile_, tokens);
    index_.append(document, tokens);
    if (place) {
      sequences_.add(id, *place);
      oracle.sequences.places[id] = *place;
    }
    oracle.words.documents[id] = {category, time, letters_of(name + "\n" + content)};
    oracle.ids[{category, name}] = id;
    for (const Link& link : parse_links(content, profile_)) {
      oracle.links[id].emplace_back(link.category, link.name);
    }
    oracle.links[id];
    if (!vector) return id;
    vectors.put(document, *vector);
    oracle.vectors[id] = *vector;
    return id;
  }

  Retrieval ask(const std::string& query, const RetrieveOptions& options) {
    return value_of(
        retrieve(query, options, {index_, sequences_, store_->items(), &vectors, profile_}));
  }

  /// What the oracle says to the same question.
  std::vector<OracleEntry> expected(const std::string& query, const RetrieveOptions& options) {
    return oracle.entries(letters_of(query), options, profile_);
  }

 private:
  Profile profile_;
  std::unique_ptr<Store> store_;
  InvertedIndex index_{Bm25Parameters{}};
  Sequences sequences_;
};

}  // namespace loci::test
