#pragma once

/// A store: the open database, its tables, and the revision. Every mutation is one transaction, or
/// part of one that the caller opened. That of an item leaves one row in the journal; those of
/// events, of the palace and of vectors are counted beside it.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/answer_table.h"
#include "store/closet_table.h"
#include "store/connection.h"
#include "store/drawer_table.h"
#include "store/entity_table.h"
#include "store/event_table.h"
#include "store/host.h"
#include "store/item_table.h"
#include "store/journal_table.h"
#include "store/place_table.h"
#include "store/tunnel_table.h"
#include "store/vector_tables.h"

namespace loci {

struct Loss;

class Store {
 public:
  /// Opens what `host` holds, creating the tables in an empty store, and bringing those of an older
  /// format up to date unless it is only read. Errors: those of Connection::open and
  /// prepare_schema(). A store that is damaged where this looks, such as in its count of revisions,
  /// opens nevertheless, with damage() set, so that it can be saved; where not even its tables are
  /// known, it shows empty ones.
  static Result<std::unique_ptr<Store>> open(std::unique_ptr<Host> host, ConnectionOptions options);

  /// Gives the files up, so that another process may have them. Nothing but resume(), revision()
  /// and format_version() is allowed until resume(). Not inside a transaction, nor while a
  /// statement of the connection lives.
  void suspend();

  /// Opens the store again and reads anew what open() reads: others may have written to it. Errors:
  /// those of open(); the store is suspended still, and may be resumed later. Memory keeps nothing
  /// while it is suspended.
  Status resume();

  /// Whether it is suspended: by suspend(), or because import_bytes() or abandon_stage() could not
  /// open the store again. resume() must succeed before anything else.
  bool is_suspended() const { return !items_; }

  /// Several transactions that become the store together, on an atomic host. Until end_stage() what
  /// they wrote is seen here and nowhere else, and a crash leaves the store as it was. end_stage()
  /// that fails has changed nothing; abandon_stage() must follow. Not inside a transaction.
  Status begin_stage();
  Status end_stage();
  /// Rolls back what is open, forgets the stage, and reads the store anew.
  Status abandon_stage();

  /// Inserts the item under a new id, the next revision, and returns that. The item with the id
  /// `replaced`, which has the same (category, name), gives way. `item.id` is ignored; `now` in
  /// milliseconds, for the journal. Only inside a transaction.
  Result<int64_t> put(Item item, std::optional<int64_t> replaced, int64_t now);

  /// Removes an item, which must exist. Only inside a transaction.
  Status remove(const Item& item, int64_t now);

  /// Inserts an event under a new id, the next revision, with the chunks of its content and what it
  /// mentions, and fills in what of ids and names is missing, as EntityTable::intern() does:
  /// `event_` and the id, or the next number that is free. Entities that come twice are kept once.
  /// The event with the id `replaced`, which has the same name, gives way; its vectors are the
  /// caller's to move or remove. Errors: those of intern(). Only inside a transaction.
  Status put_event(Event& event, std::optional<int64_t> replaced);

  /// Writes anew what of the event `event.id` is no text, under its id: date and entities, filled
  /// in as by put_event(). One of an older store, which has no chunks, gets them.
  Status update_event(Event& event);

  /// Removes an event, which must exist, and what it alone mentions; its vectors are the caller's.
  Status remove_event(int64_t id);

  /// The event `id`, which must exist, with its entities.
  Result<Event> event(int64_t id);

  /// The place of a drawer or closet that is put or updated next, in the same transaction; see
  /// PlaceTable::intern().
  Result<int64_t> intern_place(std::string_view wing, std::string_view room) {
    return places_->intern(wing, room, revision_ + 1);
  }

  /// Inserts a drawer under a new id, the next revision. The drawer with the id `replaced`, which
  /// has the same name, gives way, as by remove_drawer(). Only inside a transaction, as all below.
  Result<Cleaned> put_drawer(Drawer& drawer, std::optional<int64_t> replaced);

  /// Writes anew what of the drawer `drawer.id` is neither name nor text, under its id. What it
  /// leaves behind is cleaned as by remove_drawer().
  Result<Cleaned> update_drawer(const Drawer& drawer);

  /// Removes a drawer, which must exist, with its vector and what nothing else needs: the closet of
  /// its file, when that was the last of the file in the place; the tunnels that end in the place,
  /// when it was the last drawer there; and the place, when nothing stands in it any more.
  Result<Cleaned> remove_drawer(int64_t id);

  /// Inserts a closet under a new id, the next revision. The closet `replaced`, of the same place
  /// and file, goes with its vector.
  Status put_closet(Closet& closet, std::optional<int64_t> replaced);
  /// Removes a closet, which must exist, with its vector, and its place when nothing is left there.
  Status remove_closet(int64_t id);

  /// Writes a tunnel: under a new id, the next revision, where it has none, else anew.
  Status put_tunnel(Tunnel& tunnel);
  /// Whether there was one.
  Result<bool> remove_tunnel(int64_t id);

  /// Counts a revision that wrote vectors and no text. Only inside a transaction.
  Status count_vector_write();

  /// The last revision, that of an open transaction included. With damage(), the last that wrote
  /// an item.
  int64_t revision() const { return revision_; }

  /// The format of the tables: kFormatVersion, or an older one where the store is only read.
  int64_t format_version() const { return format_version_; }

  /// What was found to be damaged at opening. Such a store must not be written to.
  const std::optional<Error>& damage() const { return damage_; }

  /// Drops what a rolled-back transaction counted. Call it after any rollback, or
  /// restore_revision() with what revision() was at the begin, which needs nothing of the host.
  Status reload_revision();
  void restore_revision(int64_t revision);

  /// Cuts the journal to its newest `keep_journal` entries and gives free pages back to the host.
  /// The number of entries cut. Where all that is damaged is what holds no text, pages stay as they
  /// are, and so they do on an atomic host where more than kCommitLimit is in use.
  Result<int64_t> compact(int64_t keep_journal);

  /// Everything that is wrong, at most `limit` findings: pages, checksums, structure, and rows that
  /// break the rules of the tables.
  Result<std::vector<std::string>> check(int limit);

  /// What can still be read of a store, damaged or not, as a new one in memory, in which nothing is
  /// wrong. Its revision is above that of this one. `lost` gets what could not be read. Nothing is
  /// written but the log, which moves into the database. `now` as for put().
  Result<std::unique_ptr<Store>> salvage(int64_t now, std::vector<Loss>& lost);

  /// Replaces all of the store by what salvage() gives, or changes nothing. An error with
  /// is_suspended(): the store may have been replaced, but could not be opened again yet.
  Status repair(int64_t now, std::vector<Loss>& lost);

  Result<std::string> export_bytes() { return connection_->export_image(); }

  /// Adds to what is imported, which has the given revision, before it is taken.
  using SealImport = FunctionRef<Status(AnswerTable& answers, int64_t revision)>;

  /// Replaces all of the store by exported bytes, or changes nothing. Only the answers stay: they
  /// tell what happened here, and those in `bytes` what happened elsewhere. An error with
  /// is_suspended(): the store was replaced, but could not be opened again yet.
  Status import_bytes(std::string_view bytes, SealImport seal = {});

  /// What the store takes on its host, its log included; 0 where the host cannot say.
  int64_t byte_size();

  Connection& connection() { return *connection_; }
  ItemTable& items() { return *items_; }
  JournalTable& journal() { return *journal_; }
  EventTable& events() { return *events_; }
  EntityTable& entities() { return *entities_; }
  VectorTables& all_vectors() { return *vectors_; }
  /// Of items, of summaries of events, and of chunks, by chunk_id().
  VectorTable& vectors() { return vectors_->items(); }
  VectorTable& event_vectors() { return vectors_->events(); }
  VectorTable& chunk_vectors() { return vectors_->chunks(); }
  PlaceTable& places() { return *places_; }
  DrawerTable& drawers() { return *drawers_; }
  ClosetTable& closets() { return *closets_; }
  TunnelTable& tunnels() { return *tunnels_; }
  VectorTable& drawer_vectors() { return vectors_->drawers(); }
  VectorTable& closet_vectors() { return vectors_->closets(); }
  /// Absent from a store whose format_version() is 1.
  AnswerTable& answers() { return answers_; }

 private:
  explicit Store(std::unique_ptr<Connection> connection)
      : connection_(std::move(connection)), answers_(*connection_) {}
  Status reopen();
  Status prepare();
  Status prepare_file();
  Status prepare_stand_in();
  void forget_tables();
  Status migrate();
  Status prepare_tables(Connection& connection);
  Status prepare_import(Connection& candidate, SealImport seal, int64_t& revision);
  Status read_revision_or_damage();
  Status count_repair(int64_t known, int64_t now);
  Status mend(std::vector<Loss>& lost);
  Status give_back_pages();
  Status read_texts();
  Status check_chunks(size_t limit, std::vector<std::string>& findings);
  Status check_vectors(size_t limit, std::vector<std::string>& findings, bool drop);
  Status write_mentions(Event& event);
  Status name_event(Event& event);
  Status count_revision(const char* key);
  Status clean_closet(int64_t place, const std::optional<std::string>& source_file,
                      Cleaned& cleaned);
  Result<Cleaned> clean_after(const Drawer& gone);

  std::unique_ptr<Connection> connection_;
  std::unique_ptr<Connection> stand_in_;  // holds the tables, where those of the file are not known
  std::optional<ItemTable> items_;
  std::optional<JournalTable> journal_;
  std::optional<EventTable> events_;
  std::optional<EntityTable> entities_;
  std::optional<PlaceTable> places_;
  std::optional<DrawerTable> drawers_;
  std::optional<ClosetTable> closets_;
  std::optional<TunnelTable> tunnels_;
  std::optional<VectorTables> vectors_;
  AnswerTable answers_;
  Statement count_revision_;
  int64_t format_version_ = 0;
  int64_t revision_ = 0;
  std::optional<Error> damage_;
};

/// Runs `change` in a transaction of its own, and takes all of it back when it fails.
template <typename Change>
auto in_transaction(Store& store, Change change) -> decltype(change()) {
  const int64_t revision = store.revision();
  LOCI_TRY(store.connection().begin());
  auto outcome = change();
  Status committed = Ok{};
  if (outcome.ok()) committed = store.connection().commit();
  if (outcome.ok() && committed.ok()) return outcome;
  store.connection().rollback();
  store.restore_revision(revision);
  if (!committed.ok()) return committed.error();
  return outcome;
}

/// Runs `change` in the open transaction, or in one of its own.
template <typename Change>
auto in_some_transaction(Store& store, Change change) -> decltype(change()) {
  return store.connection().in_transaction() ? change() : in_transaction(store, change);
}

}  // namespace loci
