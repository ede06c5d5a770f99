#pragma once

/// A wiki over a store, as tests need one: opened without ceremony, filled in a line, its results
/// as values that compare and print.

#include <catch_amalgamated.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "store/memory_host.h"
#include "wiki/wiki.h"

namespace loci::test {

inline constexpr int64_t kNow = 1'700'000'000'000;  // 2023-11-14T22:13:20Z

using Texts = std::vector<std::string>;

/// The value of a result that must be one.
template <typename T>
T value_of(Result<T> result) {
  if (!result.ok()) FAIL(name_of(result.error().code) << ": " << result.error().message);
  return std::move(result.value());
}

inline void require_ok(const Status& status) {
  if (!status.ok()) FAIL(name_of(status.error().code) << ": " << status.error().message);
}

inline std::unique_ptr<Store> open_store(
    std::unique_ptr<Host> host = std::make_unique<MemoryHost>(), ConnectionOptions options = {}) {
  return value_of(Store::open(std::move(host), options));
}

inline Item make_item(std::string category, std::string name, std::string content) {
  Item item;
  item.category = std::move(category);
  item.name = std::move(name);
  item.content = std::move(content);
  return item;
}

struct WikiFixture {
  explicit WikiFixture(const Analyzer& analyzer = Profile::kDefault,
                       std::unique_ptr<Host> host = std::make_unique<MemoryHost>())
      : store(open_store(std::move(host))), wiki(*store, analyzer) {
    require_ok(wiki.rebuild());
  }

  std::unique_ptr<Store> store;
  Wiki wiki;

  void add(std::string category, std::string name, std::string content,
           std::optional<Sequence> sequence = {}) {
    Item item = make_item(std::move(category), std::move(name), std::move(content));
    item.sequence = std::move(sequence);
    value_of(wiki.add(std::move(item), kNow));
  }
  /// Items of the category `notes`, named a, b, c … in the order given.
  void add_notes(const Texts& contents) {
    char name = 'a';
    for (const std::string& content : contents) add("notes", std::string(1, name++), content);
  }
  bool remove(std::string_view category, std::string_view name) {
    return value_of(wiki.remove(category, name, kNow));
  }
  Retrieval ask(std::string_view query, const RetrieveOptions& options = {}) {
    return value_of(wiki.retrieve(query, options));
  }
  /// The names of what is found, in order.
  Texts names(std::string_view query, const RetrieveOptions& options = {});
};

inline Texts names_of(const std::vector<RetrievedEntry>& entries) {
  Texts names;
  for (const RetrievedEntry& entry : entries) names.push_back(entry.item.name);
  return names;
}

inline Texts WikiFixture::names(std::string_view query, const RetrieveOptions& options) {
  return names_of(ask(query, options).items);
}

/// Where every item stands in its sequence, and which are its neighbours.
inline std::string sequences_of(const Wiki& wiki) {
  std::string out;
  const InvertedIndex& index = wiki.index();
  for (Slot slot = 0; slot < index.slot_count(); ++slot) {
    if (!index.is_alive(slot)) continue;
    const int64_t id = index.document(slot).id;
    const auto place = wiki.sequences().place_of(id);
    if (!place) continue;
    out += std::to_string(id) + " " + std::to_string(place->sequence) + "@" +
           std::to_string(place->position) + ":";
    wiki.sequences().each_neighbour(
        id, *place, {}, [&](int64_t near, size_t) { out += std::to_string(near) + " "; });
    out += "\n";
  }
  return out + std::to_string(wiki.sequences().size());
}

/// All that a retrieval says, with scores to the last bit.
inline std::string picture_of(const Retrieval& retrieval) {
  std::string out;
  const auto number = [](std::optional<double> score) {
    char text[40] = "-";
    if (score) std::snprintf(text, sizeof text, "%a", *score);
    return std::string(text);
  };
  const auto show = [&](const std::vector<RetrievedEntry>& entries) {
    for (const RetrievedEntry& entry : entries) {
      out += entry.item.category + ":" + entry.item.name + "=" + entry.item.content + " " +
             entry.item.ts + " #" + std::to_string(entry.item.id) + " " +
             (entry.source == RetrievedEntry::Source::kHit ? "hit " : "link ") +
             number(entry.score) + " " + number(entry.bm25_score) + " " + number(entry.cos_score) +
             " " + entry.via.value_or("-") + " " + std::to_string(entry.tokens_est);
      if (entry.shares) {
        out += " " + number(entry.shares->bm25) + "+" + number(entry.shares->cosine);
      }
      if (entry.context) {
        out += " " + number(entry.context->own) + "+" + number(entry.context->neighbours) + "+" +
               number(entry.context->sequence) + "+" + number(entry.context->coverage);
      }
      for (const std::string& term : entry.matched_terms) out += " " + term;
      for (const TermWeight& term : entry.terms) {
        out += " {" + term.term + " " + std::to_string(term.tf) + " " + std::to_string(term.df) +
               " " + number(term.idf) + " " + number(term.weight) + "}";
      }
      out += "\n";
    }
  };
  show(retrieval.items);
  out += "dropped\n";
  show(retrieval.dropped);
  for (const std::string& link : retrieval.unresolved_links) out += link + "\n";
  return out + std::to_string(retrieval.budget_used) + (retrieval.over_budget ? " over" : "") +
         (retrieval.no_query_terms ? " no terms" : "");
}

}  // namespace loci::test
