#pragma once

/// The palace face: drawers, which hold texts verbatim, in the rooms of wings; closets, a digest of
/// a source file's drawers in a room; tunnels, which a caller digs between two rooms; and the index
/// that follows them. Searching is for palace/searcher.h, structure for palace/structure.h.
///
/// A drawer's internal id is the revision that wrote its text, and so the order of filing. Another
/// text under the same name makes it a new drawer to all that go by ids.
///
/// Nothing empty stays: with the last drawer of a source file in a room goes the closet of that
/// file there, with the last drawer of a room every tunnel from or to it, and a room with nothing
/// in it is none. All of it in the transaction that took the last drawer away.
///
/// Tested by tests/palace/palace_test.cpp and tests/engine_palace_model_test.cpp.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "palace/drawer_rules.h"
#include "palace/palace_index.h"
#include "retrieve/embedding_rules.h"
#include "retrieve/followed_history.h"
#include "store/store.h"
#include "text/analyzer.h"

namespace loci {

/// What became of a drawer, a closet or a tunnel.
struct PalaceChange {
  enum class Action { kAdded, kUpdated, kSame, kRemoved, kNone };

  Action action = Action::kNone;
  std::string name;                 // the drawer's, or the tunnel's id
  int64_t closets_removed = 0;      // with the last drawer of their source file
  int64_t tunnels_removed = 0;      // with the last drawer at one of their ends
  bool fields_passed_over = false;  // the text was there, in a drawer with other fields
  bool vector_passed_over = false;  // one was given, and stored ones are damaged
};

/// The published name of an action, such as "added". Not of kRemoved and kNone.
std::string_view name_of(PalaceChange::Action action);

/// What an embedding of the palace is of: a drawer by its name, or the closet of a place.
struct PalaceText {
  bool is_closet = false;
  std::string drawer{};  // its name
  PlaceName place{};     // of the closet, as is its source file
  std::string source_file{};
};

/// The texts of a drawer and of a closet that have an id.
OwnedText owned_text(const Drawer& drawer);
OwnedText owned_text(const Closet& closet);

class Palace {
 public:
  /// `store` must outlive this. Nothing is loaded.
  Palace(Store& store, const Analyzer& analyzer);

  /// Each write is one transaction, or part of one that is open. `seal` runs at its end, and where
  /// it fails the write does. An `embedding` is stored with its text, or nothing is. Errors: those
  /// of normalize(), of check_embedding(), `seal` and the store; then nothing has changed.
  using Seal = FunctionRef<Status(const PalaceChange& change)>;

  /// Adds the drawer, or puts it in the place of that of the same name, whose text is another.
  /// Where the text is there under this name already, nothing is written but the embedding (kSame).
  /// Without a name it gets default_drawer_name(); where another text has that, the next free of
  /// `…_2`, `…_3`. `now` in milliseconds since 1970.
  Result<PalaceChange> add_drawer(NewDrawer drawer, const std::optional<Embedding>& embedding,
                                  int64_t now, Seal seal = {});

  /// A drawer as it would be handed in, for change_drawer(); none where there is none of the name.
  Result<std::optional<NewDrawer>> given_drawer(std::string_view name);

  /// Writes the drawer of this name, which must exist, with these fields. kSame: it has them.
  Result<PalaceChange> change_drawer(NewDrawer drawer, const std::optional<Embedding>& embedding,
                                     Seal seal = {});

  /// kNone where there is no such drawer.
  Result<PalaceChange> remove_drawer(std::string_view name, Seal seal = {});

  /// Adds the closet, or puts it in the place of that of the same place and source file. It may
  /// come before its drawers.
  Result<PalaceChange> add_closet(NewCloset closet, const std::optional<Embedding>& embedding,
                                  Seal seal = {});
  /// kNone where there is no such closet.
  Result<PalaceChange> remove_closet(const PlaceName& place, std::string_view source_file,
                                     Seal seal = {});

  /// Digs a tunnel between two places, or labels the one between them, in either direction, anew.
  /// Both must hold drawers: else `not_found`, with the names there are as detail.
  Result<PalaceChange> create_tunnel(PlaceName from, PlaceName to, std::optional<std::string> label,
                                     int64_t now, Seal seal = {});
  /// `name` is that of PalaceChange. kNone where there is no such tunnel.
  Result<PalaceChange> delete_tunnel(std::string_view name, Seal seal = {});

  /// The drawer of this name.
  Result<std::optional<Drawer>> get(std::string_view name);

  /// Stores an embedding for a text that is there, if `hash` is absent or the hash_text() of what
  /// the text is now. Only inside a transaction, which is to count a revision. Errors:
  /// `unknown_item`, `stale_hash`, those of check_embedding(); then nothing has changed.
  Status put_embedding(const PalaceText& text, const std::optional<std::string>& hash,
                       const Embedding& embedding);

  /// The index, loaded when it is first asked for. Valid until the next write.
  Result<PalaceIndex*> index();
  /// Forgets the index: after a rollback, or where the whole store was replaced.
  void forget_index() { index_.forget(); }
  /// Forgets its vectors alone, where all of them were dropped.
  void forget_vectors() { index_.forget_vectors(); }
  /// Reads texts by another analyzer from now on.
  void read_by(const Analyzer& analyzer) { index_.read_by(analyzer); }
  /// Makes the index as small as its contents.
  void compact() { index_.compact(); }
  /// What the index takes of memory; 0 before it is loaded.
  size_t index_bytes() const { return index_.byte_size(); }
  size_t vector_bytes() const { return index_.vector_bytes(); }

  /// Remembers where the index stands, for catch_up(). Not inside a transaction.
  Status mark();
  /// Lets the index follow what others did to the store since mark(), while it was suspended.
  void catch_up();

 private:
  // What a write did, for the index to follow.
  struct Writing {
    PalaceChange change;
    std::optional<Drawer> gone;  // with the id of `came`: it is there still
    std::optional<Drawer> came;
    int64_t closet_gone = 0;
    std::optional<Closet> closet;  // that came
    bool got_vector = false;
  };
  using Work = FunctionRef<Status(Writing& writing)>;

  Result<PalaceChange> write(Work work, Seal seal);
  Status follow(const Writing& writing);
  Status find_or_name(NewDrawer& given, std::optional<Drawer>& known);
  Status keep(const NewDrawer& given, const std::optional<Embedding>& embedding, Writing& writing);
  Status put(NewDrawer& given, const std::optional<Embedding>& embedding, Writing& writing);
  Result<Cleaned> put_fields(Drawer& drawer, const std::optional<Drawer>& before);
  Status put_vector(VectorTable& table, const OwnedText& text, const Embedding& embedding,
                    Writing& writing);
  Result<std::optional<Closet>> find_closet(const PlaceName& place, std::string_view source_file);
  Result<Closet> put(const NewCloset& given, const std::optional<Closet>& known);

  Store& store_;
  PalaceIndex index_;
  FollowedHistory history_;
};

}  // namespace loci
