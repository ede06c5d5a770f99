#pragma once

/// Loci's C++ API: one store, open, with everything that can be asked of it. The only header that
/// the bindings include.
///
/// Every method takes its arguments as the text of one JSON array, as JavaScript passes them, and
/// gives its result as the text of one JSON value. The texts are UTF-8. Arguments are checked here:
/// an unknown option, a wrong type, a value out of range is `invalid_argument` and names the
/// argument; nothing has changed then. `now` is the caller's clock in milliseconds since 1970.
///
/// A store whose tables of text are damaged stays open, but only status, check, repair, exportBytes
/// and exportMarkdown answer; everything else is `store_damaged`. Where its embeddings are damaged,
/// all else works: they count as absent, `vectors_damaged` warns of it, items are written without
/// them, and clear_embeddings() makes place for new ones.
///
/// js/loci.d.ts describes arguments and results field by field; contract() lists names and limits.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine_segmenter.h"
#include "evidence/conversations.h"
#include "evidence/evidence.h"
#include "palace/palace.h"
#include "store/host.h"
#include "store/memory_host.h"
#include "store/store.h"
#include "text/analyzer.h"
#include "text/forms.h"
#include "text/profile.h"
#include "wiki/wiki.h"

namespace loci {

class Arguments;
class JsonWriter;
struct EmbeddedText;
struct EmbeddedTexts;
struct EvidenceReply;
struct EvidenceSources;
struct PalaceSources;
struct QueryEmbedding;
struct VectorsUsed;

/// JSON text, or what went wrong.
using Reply = Result<std::string>;

class Engine {
 public:
  static constexpr int64_t kDefaultItemsLimit = 100;
  static constexpr int64_t kDefaultJournalLimit = 100;
  static constexpr int64_t kDefaultKeepJournal = 10000;
  static constexpr size_t kMaxKeyBytes = 200;

  /// Opens the store on `host`. `options` is one JSON object: `profile`, `forms`, `readOnly`,
  /// `durability`, `segmenter`, `dictionary` as load_segmenter() takes it, and `seed`, an integer
  /// that differs at every opening of a durable store.
  static Result<std::unique_ptr<Engine>> open(std::unique_ptr<Host> host, std::string_view options);

  /// From now on every call that writes is `read_only`. For a store whose bytes were handed in.
  void make_read_only() { read_only_ = true; }

  /// Says that the last call ended in an exception (memory ran out): what it had begun is taken
  /// back, and the next call builds the index anew.
  void interrupted();

  /// Loads a dictionary of Chinese in the place of the one before: `[{words, hmm?, user?}]`,
  /// attached bytes. Builds the index anew where that changes how texts are read. A model that
  /// cannot be read changes nothing; a dictionary without a word leaves bigrams.
  Reply load_segmenter(std::string_view arguments, int64_t now);

  // Text, as the index sees it. No store is touched.
  Reply tokenize(std::string_view arguments, int64_t now);
  Reply est_tokens(std::string_view arguments, int64_t now);
  Reply parse_links(std::string_view arguments, int64_t now);

  // Items.
  Reply add(std::string_view arguments, int64_t now);
  Reply get(std::string_view arguments, int64_t now);
  Reply remove(std::string_view arguments, int64_t now);
  Reply items(std::string_view arguments, int64_t now);
  Reply categories(std::string_view arguments, int64_t now);
  Reply retrieve(std::string_view arguments, int64_t now);

  // Embeddings that come later than their items.
  Reply pending_embeddings(std::string_view arguments, int64_t now);

  // A batch is one transaction over many calls: begin, any number of add_batch,
  // evidence_save_batch, palace_add_drawer_batch, import_markdown_file, put_embeddings_batch and
  // clear_embeddings, commit or rollback. A call that fails has taken the whole batch back, and
  // rollback then does nothing; while a batch is open, every other call but claim is `store_busy`.
  // commit takes an object, none for an empty one, and answers with it, `revision` filled in.
  //
  // On an atomic host, which takes only so much at once, the calls that write answer `pendingBytes`
  // beside the rest: about what a commit would write now. `[result, {"more": true}]` commits what
  // there is and goes on with the same batch; what is committed stays, unless the batch was begun
  // with `[{"staged": true}]`: then all its commits become the store with the last, or none does.
  // Elsewhere `staged` changes nothing.
  //
  // import_markdown_file answers also which `items` it merged and on what lines they begin, so that
  // its caller, who knows all files, can tell where two of them are about the same item.
  Reply begin_batch(std::string_view arguments, int64_t now);
  Reply add_batch(std::string_view arguments, int64_t now);
  Reply import_markdown_file(std::string_view arguments, int64_t now);
  Reply put_embeddings_batch(std::string_view arguments, int64_t now);
  Reply clear_embeddings(std::string_view arguments, int64_t now);
  Reply commit_batch(std::string_view arguments, int64_t now);
  Reply rollback_batch(std::string_view arguments, int64_t now);

  /// Makes the next write happen once, however often its client sends it: `[key]`. Answers
  /// `{"answer": …}` with what the write under this key was answered, where there was one: do not
  /// write again. Else null, and the very next call, if it is add, remove, commit_batch or
  /// import_bytes, keeps its own answer under the key, together with its effect. A write that fails
  /// keeps nothing. The last AnswerTable::kKept answers are kept.
  Reply claim(std::string_view arguments, int64_t now);

  /// Says what a count of milliseconds that never goes back stands at, whose beginning does not
  /// matter. Ages are measured by it. To be told before each call; one that went back is passed
  /// over.
  void tick(int64_t milliseconds) { conversations_.tick(milliseconds); }

  // Events. evidence_save_batch is one of the calls of a batch.
  Reply evidence_save(std::string_view arguments, int64_t now);
  Reply evidence_save_batch(std::string_view arguments, int64_t now);
  Reply evidence_get(std::string_view arguments, int64_t now);
  Reply evidence_remove(std::string_view arguments, int64_t now);
  Reply evidence_find_entity(std::string_view arguments, int64_t now);
  /// Where the chunks of a text begin and end, in code points: `[text]`. No store is touched.
  Reply evidence_chunks(std::string_view arguments, int64_t now);
  Reply evidence_search(std::string_view arguments, int64_t now);
  Reply evidence_read(std::string_view arguments, int64_t now);
  Reply evidence_expand(std::string_view arguments, int64_t now);
  Reply evidence_nearby(std::string_view arguments, int64_t now);

  // The palace. The batch call is one of those of a batch.
  /// `[{id?, wing, room, text, hall?, sourceFile?, chunkIndex?, authoredAt?, filedAt?, metadata?,
  /// embedding?}, {model?}]`; answers `{id, action: 'added' | 'updated' | 'same', revision}`, as do
  /// the changes below. Of a drawer that is there with this text the embedding alone is written;
  /// `drawer_unchanged` warns where other fields were to change.
  Reply palace_add_drawer(std::string_view arguments, int64_t now);
  /// `[drawers, first, {model?}]`; answers `{ids, added, updated, same}`.
  Reply palace_add_drawer_batch(std::string_view arguments, int64_t now);
  /// `[id, changes, {model?}]`: fields of a drawer, null for none. `not_found` without one.
  Reply palace_update_drawer(std::string_view arguments, int64_t now);
  /// `[id]`; answers `{removed, closetsRemoved, tunnelsRemoved, revision}`.
  Reply palace_delete_drawer(std::string_view arguments, int64_t now);
  /// `[id]`; the drawer as it would be handed in, or null.
  Reply palace_get_drawer(std::string_view arguments, int64_t now);
  /// `[{wing?, room?, limit?, offset?}]`; answers `{drawers, total}`, in order of filing.
  Reply palace_list_drawers(std::string_view arguments, int64_t now);
  /// `[{wing, room, sourceFile, text, embedding?}, {model?}]`; answers `{action, revision}`.
  Reply palace_add_closet(std::string_view arguments, int64_t now);
  /// `[{wing, room, sourceFile}]`; answers `{removed, revision}`.
  Reply palace_remove_closet(std::string_view arguments, int64_t now);
  /// `[text, {threshold?, embedding?, model?, limit?}]`.
  Reply palace_check_duplicate(std::string_view arguments, int64_t now);
  /// `[{query, wing?, room?, limit?, since?, before?, candidateStrategy?, maxDistance?,
  /// vectorDisabled?}, {embedding?, model?, metric?}]`.
  Reply palace_search(std::string_view arguments, int64_t now);
  Reply palace_list_wings(std::string_view arguments, int64_t now);
  Reply palace_list_rooms(std::string_view arguments, int64_t now);  // [wing?]
  Reply palace_taxonomy(std::string_view arguments, int64_t now);
  /// `[startRoom, maxHops?]`, the second a number or `{maxHops}`.
  Reply palace_traverse(std::string_view arguments, int64_t now);
  Reply palace_find_tunnels(std::string_view arguments, int64_t now);  // [wingA?, wingB?]
  Reply palace_graph_stats(std::string_view arguments, int64_t now);
  /// `[{from: {wing, room}, to: {wing, room}, label?}]`; answers `{id, action, revision}`.
  Reply palace_create_tunnel(std::string_view arguments, int64_t now);
  Reply palace_list_tunnels(std::string_view arguments, int64_t now);   // [{wing?, room?}]
  Reply palace_delete_tunnel(std::string_view arguments, int64_t now);  // [id]

  // The store.
  Reply revision(std::string_view arguments, int64_t now);
  Reply journal(std::string_view arguments, int64_t now);
  Reply status(std::string_view arguments, int64_t now);
  Reply check(std::string_view arguments, int64_t now);
  /// Writes the store anew from all that can be read of it, where check() finds anything, and ends
  /// the gate. A damaged store stays as it is where that fails.
  Reply repair(std::string_view arguments, int64_t now);
  Reply rebuild(std::string_view arguments, int64_t now);
  Reply compact(std::string_view arguments, int64_t now);
  Reply flush(std::string_view arguments, int64_t now);
  /// Folds the log into the one file; nothing where that is not for this opening to do.
  Reply checkpoint(std::string_view arguments, int64_t now);
  Reply export_markdown(std::string_view arguments, int64_t now);

  /// Gives the store up, so that another process may have it: folds the log, closes the host and
  /// keeps the indexes. Answers `{"released": true}`; false, and nothing happens, inside a batch,
  /// on a host that is not durable, with readOnly, and where memory ran out before. The next call
  /// that needs the store opens it again and catches up with what others wrote; where that fails
  /// the call does, with the error of an opening, and the next tries again. Of a damaged store
  /// nothing is kept: that call judges it anew, as an opening does.
  Reply release(std::string_view arguments, int64_t now);

  /// The store as the bytes of one file: not JSON.
  Result<std::string> export_bytes();
  /// Replaces the whole store in one step, or changes nothing.
  Reply import_bytes(std::string_view bytes);

 private:
  enum class Needs { kSoundStore, kAnyStore };

  Engine(std::unique_ptr<Store> store, Profile profile, Forms forms, SegmenterSetting segmenter,
         const ConnectionOptions& options);

  /// How all three faces read texts and queries.
  Analyzer analyzer() const { return {profile_, segmenter_.in_use(), forms_}; }
  Status ready(Needs needs);
  Status ready_to_write();
  Status refuse_read_only();
  Result<bool> is_sound();
  Status replace_damaged(int64_t now, std::vector<Loss>& lost);
  bool give_up_store();
  bool mark_indexes();
  void forget_damage();
  Status take_store_back();
  void forget_indexes();
  Status batch_ready();
  void begin_call();
  using Work = FunctionRef<Reply(const Arguments& arguments)>;
  Reply asking(std::string_view text, const char* names, Work ask);
  Reply saving(std::string_view text, const char* names, Work save);
  using SealRemoval = FunctionRef<Status(bool removed)>;
  Reply removing(FunctionRef<Result<bool>(SealRemoval seal)> remove);
  using TellChange = std::string (*)(const PalaceChange& change, int64_t revision);
  Reply write_palace(TellChange tell, FunctionRef<Result<PalaceChange>(Palace::Seal seal)> write);
  Reply removing_from_palace(std::string_view text, const char* names, Work remove);
  Status show_drawer(JsonWriter& out, const Places& places, int64_t id);
  Reply ask_palace(std::vector<Warning> warnings, const QueryEmbedding& embedding,
                   FunctionRef<Status(const PalaceSources& sources, VectorsUsed& used)> ask,
                   FunctionRef<std::string(const std::vector<Warning>& warnings)> tell);
  Status write_heads(JsonWriter& out, const std::vector<int64_t>& events, int64_t offset,
                     int64_t limit);
  Status put_embedding(const EmbeddedText& text, const std::optional<std::string>& hash,
                       const Embedding& embedding);
  Status count_texts(int64_t items, EmbeddedTexts& texts);
  using FindEvents = Status(const EvidenceSources& sources, EvidenceReply& reply);
  Reply deliver(const QueryEmbedding& embedding, FunctionRef<FindEvents> find);
  void write_embeddings(JsonWriter& out, const EmbeddedTexts& texts,
                        std::vector<Warning>& warnings);
  Reply claim_key(std::string_view arguments);
  Status keep_answer(AnswerTable& answers, std::string_view reply);
  Reply noting_damage(Reply reply);
  Status gate(Status status);
  Status take_back();
  Status drop_batch();
  Status commit_part(bool more);
  std::string finish_in_batch(JsonWriter& out);
  Status settle(Status step);
  Reply in_batch(Reply reply);

  std::unique_ptr<Store> store_;
  Profile profile_;
  Forms forms_;
  SegmenterSetting segmenter_;
  std::optional<Wiki> wiki_;
  std::optional<Evidence> evidence_;
  std::optional<Palace> palace_;
  Conversations conversations_;
  bool read_only_;
  bool batch_open_ = false;
  bool staged_ = false;  // the open batch
  bool index_stale_ = false;
  std::string claimed_;  // the key for the next call; empty: none
  std::string key_;      // that of this call
  std::optional<Error> damage_;
};

/// Options, defaults, limits, codes and constants, as one JSON object. Docs and types are tested
/// against it.
std::string contract();

/// A reply as one JSON object: `{"result": …}` or `{"error": {code, message, detail?}}`.
std::string reply_json(const Reply& reply);

/// Bytes made valid UTF-8, as `{"text": …, "replaced": count}`.
std::string repair_json(std::string_view bytes);

}  // namespace loci
