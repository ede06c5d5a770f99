#pragma once

/// The wiki face: items in a store, the indexes that follow them, and retrieval over all.
///
/// The store comes first: the indexes (words, sequences and embeddings) change only when the rows
/// have, and when a transaction is taken back it is built anew. So what is found is what is kept.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "index/inverted_index.h"
#include "retrieve/sequences.h"
#include "store/item.h"
#include "store/store.h"
#include "text/analyzer.h"
#include "text/token.h"
#include "wiki/embeddings.h"
#include "wiki/markdown_reader.h"
#include "wiki/retriever.h"

namespace loci {

/// What became of an item that was handed in.
struct AddOutcome {
  enum class Action { kAdded, kUpdated, kSame };

  Action action;
  Item item;  // in its stored form
};

struct MarkdownImport {
  int64_t added = 0;
  int64_t updated = 0;
  int64_t same = 0;
  std::vector<MarkdownProblem> problems;  // with the stretch that begins the file
  std::optional<size_t> next;             // the item to go on with; none: the file is done
};

/// What of a file one call imports: from item `first` on one at least, and no more once the open
/// transaction would write so many bytes, the next item's content among them. Only an atomic host
/// can tell those.
struct MarkdownStretch {
  size_t first = 0;
  std::optional<int64_t> bytes;
};

class Wiki {
 public:
  /// `store` must outlive the wiki. Call rebuild() before anything else.
  Wiki(Store& store, const Analyzer& analyzer);

  /// Reads texts and queries by another analyzer, of the same forms, from now on. rebuild() must
  /// follow before anything else.
  void read_by(const Analyzer& analyzer) { analyzer_ = analyzer; }

  /// Builds the index from the store.
  Status rebuild();

  /// Remembers where the indexes stand, for catch_up(). Not inside a batch.
  Status mark();

  /// Lets the indexes follow what others did to the store since mark(), while it was suspended; if
  /// there was no mark, builds them. Costs time for what came, and for a pass over the index where
  /// anything went; where the store has another history, that of rebuild().
  Status catch_up();

  /// Adds the item, or replaces the one of the same (category, name), which then moves to the end
  /// of its category. `now` in milliseconds since 1970; it becomes the item's ts when that is
  /// empty. An `embedding` is stored with it, or nothing is. One transaction, or part of the open
  /// batch; `seal` runs at its end, and where it fails the write does. Errors: those of
  /// normalize(), check_embedding(), `seal` and the store; then nothing has changed.
  using SealAdd = FunctionRef<Status(AddOutcome::Action action, const Item& stored)>;
  Result<AddOutcome> add(Item item, int64_t now, SealAdd seal = {},
                         const std::optional<Embedding>& embedding = {});

  /// Whether there was such an item. With `seal` there is a transaction also where there was none.
  /// Tries once more with the host's reserve where there is no room. Not inside a batch.
  using SealRemove = FunctionRef<Status(bool removed)>;
  Result<bool> remove(std::string_view category, std::string_view name, int64_t now,
                      SealRemove seal = {});

  /// A batch is one transaction over many calls of add() and import_markdown(). Retrieval inside it
  /// sees what it did so far. commit_batch() that fails has taken all of it back.
  Status begin_batch();
  Status commit_batch();
  Status rollback_batch();
  /// Takes the batch back in the store alone and gives the index's memory free, for when it does
  /// not suffice. rebuild() must follow before anything is retrieved.
  Status drop_batch();

  /// Merges the items of one file, or of a stretch of it. An item that is already there with the
  /// same fields stays where it is; one without a ts takes that of the item it meets. `see` is told
  /// of each, and of the line it begins on. Only inside a batch.
  using SeeImported = FunctionRef<void(const AddOutcome& outcome, int line)>;
  Result<MarkdownImport> import_markdown(const MarkdownFile& file, int64_t now,
                                         const MarkdownStretch& stretch = {}, SeeImported see = {});

  /// Stores an embedding for an item that is there, if `hash` is absent or the hash_text() of what
  /// the item says now. Only inside a batch. Errors: `unknown_item`, `stale_hash`, those of
  /// check_embedding(); then nothing has changed.
  Status put_embedding(std::string_view category, std::string_view name,
                       const std::optional<std::string>& hash, const Embedding& embedding);

  /// Drops all embeddings, those of other faces too, whose indexes are theirs to forget; how many
  /// could be read. Only inside a batch.
  Result<int64_t> clear_embeddings();

  /// The item, found by its name in any spelling that normalize_name() takes for the same.
  Result<std::optional<Item>> get(std::string_view category, std::string_view name);
  Result<Retrieval> retrieve(std::string_view query, const RetrieveOptions& options);

  const InvertedIndex& index() const { return index_; }
  const Sequences& sequences() const { return sequences_; }
  const LoadedVectors& embeddings() const { return embeddings_.vectors(); }

  /// Makes the indexes as small as their contents.
  void compact() {
    index_.compact();
    sequences_.compact();
    embeddings_.vectors().compact();
  }

 private:
  struct Change {
    std::optional<Item> before;
    std::optional<Item> after;
  };

  Result<Change> put(Item item, int64_t now, SealAdd seal,
                     const std::optional<Embedding>& embedding);
  Result<AddOutcome> write(Item item, int64_t now, SealAdd seal = {},
                           const std::optional<Embedding>& embedding = {});
  Result<AddOutcome> merge(Item item, int64_t now);
  bool ends_before(const Item& item, const MarkdownStretch& stretch);
  Status follow(const Change& change);
  Status follow_history();
  Status follow_others();
  Status index_after(int64_t id);
  void index_item(const ItemText& item);
  void clear_indexes();
  const TokenBuffer& tokens_of(std::string_view name, std::string_view content);

  Store& store_;
  Analyzer analyzer_;
  InvertedIndex index_;
  Sequences sequences_;
  Embeddings embeddings_;
  TokenBuffer buffer_;  // used again and again
  HistoryMark mark_;    // where the indexes stood; its lineage is empty without a mark
  bool in_batch_ = false;
  int64_t batch_begin_ = 0;  // the revision before it
};

}  // namespace loci
