// The texts that have no embedding yet, or all, page by page: items, then summaries of events, then
// chunks, drawers and closets. Tested by tests/engine_embeddings_test.cpp and
// tests/engine_evidence_test.cpp.

#include <charconv>
#include <utility>

#include "base/concat.h"
#include "base/content_hash.h"
#include "base/json_writer.h"
#include "engine.h"
#include "engine_arguments.h"
#include "engine_embeddings.h"
#include "engine_results.h"
#include "palace/places.h"
#include "text/chunks.h"

namespace loci {
namespace {

using Face = EmbeddedText::Face;

constexpr size_t kMostTextBytes = size_t{4} << 20;  // that one call gives, but for the last text

// The kinds of texts in their order, as a place names them. Items have none: their places are
// numbers.
constexpr const char* kKinds[] = {"", "summary:", "chunk:", "drawer:", "closet:"};
enum Kind : size_t { kItem, kSummary, kChunk, kDrawer, kCloset };
constexpr size_t kKindCount = std::size(kKinds);

// How far the pages came: all kinds before this one, and of it the owners up to `owner`.
struct Place {
  size_t kind = 0;
  int64_t owner = 0;
};

Result<Place> read_place(Fields& fields) {
  constexpr char kWanted[] = "a `next` of pendingEmbeddings, or 0";
  const std::string text = fields.text_or_count("after", kWanted).value_or("0");
  Place place;
  for (size_t kind = 1; kind < kKindCount; ++kind) {
    if (text.starts_with(kKinds[kind])) place.kind = kind;
  }
  const char* const end = text.data() + text.size();
  const char* const digits = text.data() + std::string_view(kKinds[place.kind]).size();
  const auto [read, error] = std::from_chars(digits, end, place.owner);
  if (error == std::errc() && read == end) return place;
  return invalid_argument({"after must be ", kWanted});
}

void write_place(JsonWriter& out, const Place& place) {
  if (place.kind == 0) {
    out.integer(place.owner);
  } else {
    out.text(concat({kKinds[place.kind], place.owner}));
  }
}

// Writes one page.
class PendingPage {
 public:
  PendingPage(Store& store, JsonWriter& out, Place after, int64_t limit)
      : store_(store), out_(out), last_(after), left_(limit) {}

  // Writes what is left on the page of texts without an embedding, or of `all`.
  Status write(bool all) {
    for (size_t kind = last_.kind; kind < kKindCount && !is_full_; ++kind) {
      LOCI_TRY(write_kind(kind, all));
    }
    return Ok{};
  }

  // Where to go on; null at the end.
  void write_next() {
    out_.key("next");
    if (is_full_ && has_some_) {
      write_place(out_, last_);
    } else {
      out_.null();
    }
  }

 private:
  Status write_kind(size_t kind, bool all) {
    VectorTable* const tables[] = {&store_.vectors(), &store_.event_vectors(),
                                   &store_.chunk_vectors(), &store_.drawer_vectors(),
                                   &store_.closet_vectors()};
    Status read = Ok{};
    const auto show = [&](int64_t owner) {
      is_full_ = left_ == 0 || bytes_ >= kMostTextBytes;
      if (is_full_) return false;
      read = write_text(kind, owner);
      last_ = {kind, owner};
      return read.ok();
    };
    LOCI_TRY(tables[kind]->list(last_.kind == kind ? last_.owner : 0, all, show));
    return read;
  }

  Status write_text(size_t kind, int64_t owner) {
    if (kind == kItem) return write_item(owner);
    if (kind == kDrawer) return write_drawer(owner);
    if (kind == kCloset) return write_closet(owner);
    const bool is_summary = kind == kSummary;
    const int64_t id = is_summary ? owner : event_of_chunk(owner);
    LOCI_TRY(look_at(id));
    const auto number = static_cast<uint32_t>(number_of_chunk(owner));
    const EventPart part = is_summary ? EventPart() : EventPart{number};
    if (const auto text = text_of(event_, part))
      write_entry({Face::kEvidence, "", event_.name, part}, *text);
    return Ok{};
  }

  Status write_item(int64_t id) {
    LOCI_ASSIGN(item, store_.items().get(id));
    write_entry({Face::kWiki, item.category, item.name}, concat({item.name, "\n", item.content}));
    return Ok{};
  }

  Status write_drawer(int64_t id) {
    LOCI_TRY(store_.drawers().show(id, [&](const DrawerRow& drawer) -> Status {
      EmbeddedText key{Face::kPalace, "", ""};
      key.palace.drawer = drawer.name;
      write_entry(key, drawer.text);
      return Ok{};
    }));
    return Ok{};
  }

  Status write_closet(int64_t id) {
    LOCI_ASSIGN(closet, store_.closets().get(id));
    if (!places_) {
      LOCI_ASSIGN(places, Places::load(store_));
      places_ = std::move(places);
    }
    const ShownPlace* const place = closet ? places_->find(closet->place) : nullptr;
    if (place == nullptr) return Ok{};  // a finding of check()
    EmbeddedText key{Face::kPalace, "", ""};
    key.palace = {true, "", {place->wing, place->room}, closet->source_file};
    write_entry(key, closet->text);
    return Ok{};
  }

  void write_entry(const EmbeddedText& key, std::string_view text) {
    out_.begin_object();
    write_key(out_, key);
    out_.text("hash", hash_text(stable_hash(text))).text("text", text).end_object();
    bytes_ += text.size();
    --left_;
    has_some_ = true;
  }

  // Chunks in a row are of one event.
  Status look_at(int64_t id) {
    if (event_.id == id) return Ok{};
    LOCI_ASSIGN(event, store_.events().get(id));
    event_ = std::move(event);
    return Ok{};
  }

  Store& store_;
  JsonWriter& out_;
  Place last_;
  int64_t left_;
  size_t bytes_ = 0;
  bool is_full_ = false;
  bool has_some_ = false;
  Event event_;  // the last that was looked at
  std::optional<Places> places_;
};

}  // namespace

Reply Engine::pending_embeddings(std::string_view text, int64_t) {
  return asking(text, "options", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(fields, arguments.options(0));
    const int64_t limit = fields.limit("limit", kDefaultPendingLimit);
    auto after = read_place(fields);
    const bool all = fields.flag("all", false);
    LOCI_TRY(fields.finish());
    if (!after.ok()) return after.take_failure();
    EmbeddedTexts counts;
    LOCI_TRY(count_texts(wiki_->index().document_count(), counts));
    if (!all) LOCI_TRY(store_->all_vectors().soundness());

    JsonWriter out;
    out.begin_object().begin_array("entries");
    PendingPage page(*store_, out, after.value(), limit);
    if (all || counts.pending > 0) LOCI_TRY(page.write(all));
    out.end_array();
    page.write_next();
    out.integer("pending", counts.pending);
    return finish(out, fields.warnings());
  });
}

}  // namespace loci
