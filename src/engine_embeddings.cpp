// Embeddings from outside, for the texts of all faces: what is handed in later than its text, and
// what there is. What is pending is in src/engine_pending.cpp. Tested by
// tests/engine_embeddings_test.cpp, tests/engine_evidence_test.cpp and through the bindings by
// tests/js.

#include "engine_embeddings.h"

#include <algorithm>
#include <charconv>

#include "base/concat.h"
#include "base/content_hash.h"
#include "base/json_writer.h"
#include "engine.h"
#include "engine_results.h"

namespace loci {
namespace {

using Face = EmbeddedText::Face;

struct Entry {
  EmbeddedText text;
  std::optional<std::string> hash;
  std::vector<float> embedding;
};

bool is_hash(std::string_view text) {
  return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

Result<EventPart> read_part(Fields& fields) {
  constexpr char kWanted[] = "'summary' or the number of a chunk";
  EventPart part;
  const std::string text = fields.text_or_count("part", kWanted).value_or("");
  if (text == "summary") return part;
  const char* const end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data(), end, part.chunk.emplace());
  if (error == std::errc() && read == end) return part;
  return fields.located(invalid_argument({"part must be ", kWanted}));
}

// A closet is meant where there is one.
Status read_palace_key(Fields& fields, PalaceText& text) {
  auto closet = fields.object("closet");
  text.is_closet = closet.has_value();
  if (!closet) {
    text.drawer = fields.text("id");
    return Ok{};
  }
  text.place = {closet->text("wing"), closet->text("room")};
  text.source_file = closet->text("sourceFile");
  return closet->finish();
}

Result<EmbeddedText> read_key(Fields& fields) {
  EmbeddedText text;
  const std::string_view face = fields.choice("face", {"wiki", "evidence", "palace"});
  if (face == "palace") {
    text.face = Face::kPalace;
    LOCI_TRY(read_palace_key(fields, text.palace));
  } else if (face == "evidence") {
    text.face = Face::kEvidence;
    text.name = fields.text("id");
    LOCI_ASSIGN(part, read_part(fields));
    text.part = part;
  } else {
    text.category = fields.text("category");
    text.name = fields.text("name");
  }
  return text;
}

// The text that was embedded serves where its hash is not given, so that an entry of
// pendingEmbeddings can come back as it is.
Result<Entry> read_entry(Fields& fields) {
  Entry entry;
  auto key = read_key(fields);
  entry.hash = fields.optional_text("hash");
  const auto text = fields.optional_text("text");
  entry.embedding = fields.vector("embedding").value_or(std::vector<float>());
  LOCI_TRY(fields.finish());
  if (!key.ok()) return key.take_failure();
  entry.text = std::move(key.value());
  if (!entry.hash && text) entry.hash = hash_text(stable_hash(*text));
  if (entry.hash && !is_hash(*entry.hash)) {
    return fields.located(
        invalid_argument("hash must be 16 digits of 0-9 and a-f, as pendingEmbeddings gives it"));
  }
  return entry;
}

// Whether it is the fault of one entry, and the others may go on.
bool is_of_one_entry(ErrorCode code) {
  return code == ErrorCode::kUnknownItem || code == ErrorCode::kStaleHash ||
         code == ErrorCode::kInvalidVector || code == ErrorCode::kDimensionMismatch;
}

void write_result(JsonWriter& out, const Entry& entry, const Status& put) {
  out.begin_object();
  write_key(out, entry.text);
  out.flag("stored", put.ok());
  if (!put.ok()) write_error(out, put.error());
  out.end_object();
}

// How many of so many texts have an embedding in a table, and how many none.
Status count_vectors(VectorTable& table, int64_t texts, EmbeddedTexts& counts) {
  auto stored = table.count();
  if (!stored.ok() && !is_vector_damage(stored.error())) return stored.take_failure();
  const int64_t vectors = std::min(texts, stored.ok() ? stored.value() : 0);
  counts.vectors += vectors;
  counts.pending += texts - vectors;
  return Ok{};
}

void write_palace_key(JsonWriter& out, const PalaceText& text) {
  if (!text.is_closet) {
    out.text("id", text.drawer);
    return;
  }
  out.begin_object("closet").text("wing", text.place.wing);
  out.text("room", text.place.room).text("sourceFile", text.source_file).end_object();
}

}  // namespace

void write_key(JsonWriter& out, const EmbeddedText& text) {
  switch (text.face) {
    case Face::kWiki:
      out.text("face", "wiki").text("category", text.category).text("name", text.name);
      return;
    case Face::kEvidence:
      out.text("face", "evidence").text("id", text.name).key("part");
      if (text.part.chunk) out.integer(*text.part.chunk);
      if (!text.part.chunk) out.text("summary");
      return;
    case Face::kPalace:
      out.text("face", "palace");
      write_palace_key(out, text.palace);
  }
}

Warning vector_damage_warning() {
  return {"vectors_damaged", "embeddings cannot be read and count as absent; run reembed"};
}

Result<std::string> read_model(const Arguments& arguments, size_t at) {
  LOCI_ASSIGN(fields, arguments.options(at));
  const auto model = fields.optional_text("model");
  LOCI_TRY(fields.finish());
  if (model && (model->empty() || model->size() > kMaxModelBytes)) {
    return invalid_argument({"model must have 1 to ", kMaxModelBytes, " bytes"});
  }
  return model.value_or("");
}

Reply Engine::put_embeddings_batch(std::string_view text, int64_t) {
  LOCI_TRY(batch_ready());
  return in_batch([&]() -> Reply {
    LOCI_ASSIGN(arguments, Arguments::parse(text, "entries first options"));
    LOCI_ASSIGN(first, arguments.count(1));
    LOCI_ASSIGN(entries, arguments.objects(0, first));
    LOCI_ASSIGN(model, read_model(arguments, 2));
    JsonWriter out;
    out.begin_object().begin_array("results");
    int64_t stored = 0;
    for (Fields& fields : entries) {
      LOCI_ASSIGN(entry, read_entry(fields));
      Status put = put_embedding(entry.text, entry.hash, {entry.embedding, model});
      if (!put.ok() && !is_of_one_entry(put.error().code)) {
        return fields.located(put.take_failure());
      }
      stored += put.ok() ? 1 : 0;
      write_result(out, entry, put);
    }
    if (stored > 0) LOCI_TRY(store_->count_vector_write());
    out.end_array().integer("stored", stored);
    return finish_in_batch(out);
  }());
}

Status Engine::put_embedding(const EmbeddedText& text, const std::optional<std::string>& hash,
                             const Embedding& embedding) {
  switch (text.face) {
    case Face::kEvidence:
      return evidence_->put_embedding(text.name, text.part, hash, embedding);
    case Face::kPalace:
      return palace_->put_embedding(text.palace, hash, embedding);
    case Face::kWiki:
      break;
  }
  return wiki_->put_embedding(text.category, text.name, hash, embedding);
}

Reply Engine::clear_embeddings(std::string_view text, int64_t) {
  LOCI_TRY(batch_ready());
  return in_batch([&]() -> Reply {
    LOCI_TRY(Arguments::none(text));
    LOCI_ASSIGN(cleared, wiki_->clear_embeddings());
    evidence_->forget_vectors();
    palace_->forget_vectors();
    JsonWriter out;
    out.begin_object().integer("cleared", cleared);
    return finish_in_batch(out);
  }());
}

// An empty summary is no text that could have one.
Status Engine::count_texts(int64_t items, EmbeddedTexts& texts) {
  EmbeddedTexts counts;
  LOCI_ASSIGN(events, store_->events().count());
  LOCI_ASSIGN(chunks, store_->events().chunk_count());
  LOCI_ASSIGN(summaries, store_->events().summary_count());
  LOCI_ASSIGN(drawers, store_->drawers().count());
  LOCI_ASSIGN(closets, store_->closets().count());
  LOCI_ASSIGN(stamp, store_->all_vectors().stamp());
  LOCI_TRY(count_vectors(store_->vectors(), items, counts));
  LOCI_TRY(count_vectors(store_->event_vectors(), summaries, counts));
  LOCI_TRY(count_vectors(store_->chunk_vectors(), chunks, counts));
  LOCI_TRY(count_vectors(store_->drawer_vectors(), drawers, counts));
  LOCI_TRY(count_vectors(store_->closet_vectors(), closets, counts));
  texts = {events, chunks, drawers, closets, counts.vectors, counts.pending, stamp};
  return Ok{};
}

// What status() tells.
void Engine::write_embeddings(JsonWriter& out, const EmbeddedTexts& texts,
                              std::vector<Warning>& warnings) {
  const auto& [model, width] = texts.stamp;
  out.begin_object("embeddings");
  write_text_or_null(out, "model", model.empty() ? std::nullopt : std::optional(model));
  out.key("width");
  if (width != 0) {
    out.integer(static_cast<int64_t>(width));
  } else {
    out.null();
  }
  out.integer("vectors", texts.vectors).integer("pending", texts.pending).end_object();
  const size_t bytes =
      wiki_->embeddings().byte_size() + evidence_->vector_bytes() + palace_->vector_bytes();
  out.integer("vectorBytes", static_cast<int64_t>(bytes));
  if (store_->all_vectors().damaged()) warnings.push_back(vector_damage_warning());
}

}  // namespace loci
