#pragma once

/// All that is in memory to find drawers by: an inverted index of their texts, the indexes of their
/// vectors and of those of closets, and what is known of each without reading it. Nothing of it is
/// loaded before the first search, and it follows every write from then on. No text stays in it.
///
/// Drawers have numbers from 0 on, as dense as can be: that of a removed one serves again. In the
/// inverted index and in drawer_vectors() a document's id is the drawer's and its `group` the
/// drawer's number, so that one DocumentFilter chooses the scope of a search in both. In
/// closet_vectors() the id is the closet's, and the group the number of its place. Dates are
/// filtered by facts() alone: `time` is 0.
///
/// Places have numbers, too, which stay while the index lives; one that is gone has no drawers.
///
/// Where memory does not suffice the whole index is given up, never a write.
///
/// Tested by tests/palace/palace_test.cpp and tests/palace/search_model_test.cpp.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "base/timestamp.h"
#include "index/inverted_index.h"
#include "palace/places.h"
#include "retrieve/loaded_vectors.h"
#include "retrieve/sequences.h"
#include "store/drawer.h"
#include "store/drawer_table.h"
#include "store/store.h"
#include "text/analyzer.h"
#include "text/token.h"

namespace loci {

/// What is known of a drawer without reading it.
struct DrawerFacts {
  int64_t id = 0;  // 0: the number is free
  int64_t filed_at = kUndated;
  int64_t authored_at = kUndated;
  uint64_t text_hash = 0;    // same_text_hash()
  uint64_t source_hash = 0;  // stable_hash() of the source file; 0: it has none
  uint32_t place = 0;        // its number
  uint32_t in_place = 0;     // where it stands in drawers_in(place)
};

struct ClosetFacts {
  int64_t id = 0;
  uint64_t source_hash = 0;
  uint32_t place = 0;  // its number

  bool operator==(const ClosetFacts&) const = default;
};

class PalaceIndex {
 public:
  /// `store` must outlive this. Nothing is loaded.
  PalaceIndex(Store& store, const Analyzer& analyzer);
  PalaceIndex(const PalaceIndex&) = delete;
  PalaceIndex& operator=(const PalaceIndex&) = delete;

  /// Loads it from the store, unless it is. Each text is looked at once and let go.
  Status load();
  bool is_loaded() const { return loaded_; }

  /// Forgets everything, which is loaded anew when it is needed.
  void forget();
  /// Forgets the vectors alone.
  void forget_vectors();
  /// Forgets everything, and reads texts by another analyzer of the same profile and forms from
  /// then on.
  void read_by(const Analyzer& analyzer);

  /// Each of these lets the index follow a write that is done, with all that went along: closets
  /// and places that nothing needed any more. Nothing happens before the index is loaded. A failure
  /// is one of reading the store: the index is right nevertheless, or forgotten, but an open
  /// transaction may have ended.

  /// `gone` went and `came` came, with its vector, if it has one; null: none.
  Status follow(const Drawer* gone, const Drawer* came);
  /// All but the text and the vector of the drawer may have changed.
  Status follow_fields(const Drawer& drawer);
  /// The vector of a drawer was stored in place of another, or went.
  Status follow_vector(int64_t drawer) { return drawer_vectors_.follow(drawer, drawer); }
  /// The closet `gone` (0: none) went and `came` came; null: none.
  Status follow_closet(int64_t gone, const Closet* came);
  Status follow_closet_vector(int64_t closet) { return closet_vectors_.follow(closet, closet); }

  /// Lets the index follow what others wrote, vectors of known drawers and closets aside. Costs a
  /// look at every drawer's fields, and a pass over the index where anything went. Fails where the
  /// store cannot be read; forget() must follow then.
  Status follow_others();

  InvertedIndex& words() { return words_; }
  /// Of the drawers, by id, that are chunks of a source file; those of one path are one sequence.
  const Sequences& sequences() const { return sequences_; }
  LoadedVectors& drawer_vectors() { return drawer_vectors_; }
  LoadedVectors& closet_vectors() { return closet_vectors_; }

  /// Numbers are 0 .. size() - 1; free ones among them have the id 0.
  uint32_t size() const { return static_cast<uint32_t>(facts_.size()); }
  const DrawerFacts& facts(uint32_t number) const { return facts_[number]; }
  /// The number of the drawer with this id, if there is one.
  std::optional<uint32_t> number_of(int64_t id) const;

  /// By id.
  const std::vector<ClosetFacts>& closets() const { return closets_; }
  const ClosetFacts* closet(int64_t id) const;

  /// The numbers of the drawers in a place, in no order.
  uint32_t place_count() const { return static_cast<uint32_t>(places_.size()); }
  const std::vector<uint32_t>& drawers_in(uint32_t place) const { return places_[place].drawers; }
  /// The row of a place, as names() knows it.
  int64_t place_row(uint32_t place) const { return places_[place].row; }
  /// The names of all places, read where a write may have changed them.
  Result<const Places*> names();

  /// What tells a file of one wing from every other, given the hash of its path: 0 for no file.
  /// Asked after names().
  uint64_t file_in_wing(uint32_t place, uint64_t source_hash) const;

  /// Makes all as small as its contents.
  void compact();
  /// What it takes of memory, without vectors; 0 before it is loaded.
  size_t byte_size() const;
  size_t vector_bytes() const;

 private:
  struct IndexedPlace {
    int64_t row;
    uint64_t wing_hash;  // of its key; as of names()
    std::vector<uint32_t> drawers;
  };

  class Closets final : public DocumentSource {
   public:
    explicit Closets(const PalaceIndex& palace) : palace_(palace) {}
    std::optional<Document> document_of(int64_t closet) const override;

   private:
    const PalaceIndex& palace_;
  };

  Status growing(FunctionRef<Status()> work);
  Status catch_up_drawers();
  Status catch_up_closets();
  Status append_after(int64_t id);
  void append(const DrawerRow& drawer);
  std::optional<DrawerFacts> remove(const Drawer& drawer);
  void let_go(uint32_t number);
  void describe(uint32_t number, const DrawerRow& drawer);
  void put_in_sequence(const DrawerRow& drawer);
  void enter_place(uint32_t number, uint32_t place);
  void leave_place(uint32_t number);
  Status append_closets();
  void append_closet(int64_t id, int64_t place, std::string_view source_file);
  void remove_closet(int64_t id);
  Status drop_closets_of(uint32_t place, uint64_t source_hash);
  uint32_t new_number();
  uint32_t number_of_place(int64_t row);
  const TokenBuffer& tokens_of(std::string_view text);

  Store& store_;
  Analyzer analyzer_;
  InvertedIndex words_;
  Sequences sequences_;
  std::vector<DrawerFacts> facts_;       // by number
  std::vector<uint32_t> free_;           // numbers
  std::vector<ClosetFacts> closets_;     // by id
  std::vector<IndexedPlace> places_;     // by number
  std::vector<uint32_t> places_by_row_;  // numbers
  std::optional<Places> names_;          // none: to be read
  IndexedDocuments drawers_;
  Closets closet_documents_;
  LoadedVectors drawer_vectors_;
  LoadedVectors closet_vectors_;
  TokenBuffer buffer_;  // used again and again
  bool loaded_ = false;
};

}  // namespace loci
