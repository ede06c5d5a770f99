// Embeddings from outside: what is pending, and what is handed in later than its item. Tested by
// tests/engine_embeddings_test.cpp and through the bindings by tests/js.

#include "engine_embeddings.h"

#include <algorithm>

#include "base/concat.h"
#include "base/content_hash.h"
#include "base/json_writer.h"
#include "engine.h"
#include "engine_results.h"

namespace loci {
namespace {

constexpr size_t kMostTextBytes = size_t{4} << 20;  // that one call gives, but for the last text

struct Entry {
  std::string category;
  std::string name;
  std::optional<std::string> hash;
  std::vector<float> embedding;
};

bool is_hash(std::string_view text) {
  return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

// The text that was embedded serves where its hash is not given, so that an entry of
// pendingEmbeddings can come back as it is.
Result<Entry> read_entry(Fields& fields) {
  Entry entry;
  (void)fields.choice("face", {"wiki"});
  entry.category = fields.text("category");
  entry.name = fields.text("name");
  entry.hash = fields.optional_text("hash");
  const auto text = fields.optional_text("text");
  entry.embedding = fields.vector("embedding").value_or(std::vector<float>());
  LOCI_TRY(fields.finish());
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

void write_key(JsonWriter& out, std::string_view category, std::string_view name) {
  out.key("face").text("wiki").key("category").text(category).key("name").text(name);
}

void write_pending(JsonWriter& out, const Item& item) {
  out.begin_object();
  write_key(out, item.category, item.name);
  out.key("hash").text(hash_text(content_hash(item.name, item.content)));
  out.key("text").text(concat({item.name, "\n", item.content}));
  out.end_object();
}

void write_result(JsonWriter& out, const Entry& entry, const Status& put) {
  out.begin_object();
  write_key(out, entry.category, entry.name);
  out.key("stored").flag(put.ok());
  if (!put.ok()) write_error(out, put.error());
  out.end_object();
}

}  // namespace

Warning vector_damage_warning() {
  return {"vectors_damaged", "embeddings cannot be read and count as absent; run reembed"};
}

Result<std::string> read_model(const Arguments& arguments, size_t at) {
  LOCI_ASSIGN(fields, arguments.options(at));
  const auto model = fields.optional_text("model");
  LOCI_TRY(fields.finish());
  if (model && (model->empty() || model->size() > kMaxModelBytes)) {
    return invalid_argument(
        concat({"model must have 1 to ", std::to_string(kMaxModelBytes), " bytes"}));
  }
  return model.value_or("");
}

Reply Engine::pending_embeddings(std::string_view text, int64_t) {
  LOCI_TRY(ready(Needs::kSoundStore));
  LOCI_ASSIGN(arguments, Arguments::parse(text, {"options"}));
  LOCI_ASSIGN(fields, arguments.options(0));
  const int64_t limit = fields.limit("limit", kDefaultPendingLimit);
  const int64_t after = fields.count("after").value_or(0);
  const bool all = fields.flag("all", false);
  LOCI_TRY(fields.finish());
  LOCI_ASSIGN(pending, pending_count(wiki_->index().document_count()));
  if (!all) LOCI_TRY(store_->vectors().soundness());

  JsonWriter out;
  out.begin_object().key("entries").begin_array();
  int64_t left = limit;
  int64_t last = 0;
  size_t bytes = 0;
  bool more = false;
  Status read = Ok{};
  const auto show = [&](int64_t id) {
    more = left == 0 || bytes >= kMostTextBytes;
    if (more) return false;
    auto item = store_->items().get(id);
    if (!item.ok()) read = item.take_failure();
    if (!item.ok()) return false;
    write_pending(out, item.value());
    last = id;
    bytes += item.value().content.size();
    --left;
    return true;
  };
  if (all || pending > 0) LOCI_TRY(gate(store_->vectors().list(after, all, show)));
  LOCI_TRY(gate(std::move(read)));
  out.end_array().key("next");
  if (more && last > 0) {
    out.integer(last);
  } else {
    out.null();
  }
  out.key("pending").integer(pending);
  write_warnings(out, fields.warnings());
  out.end_object();
  return out.take();
}

Reply Engine::put_embeddings_batch(std::string_view text, int64_t) {
  LOCI_TRY(batch_ready());
  return in_batch([&]() -> Reply {
    LOCI_ASSIGN(arguments, Arguments::parse(text, {"entries", "first", "options"}));
    LOCI_ASSIGN(first, arguments.count(1));
    LOCI_ASSIGN(entries, arguments.objects(0, first));
    LOCI_ASSIGN(model, read_model(arguments, 2));
    JsonWriter out;
    out.begin_object().key("results").begin_array();
    int64_t stored = 0;
    for (Fields& fields : entries) {
      LOCI_ASSIGN(entry, read_entry(fields));
      Status put =
          wiki_->put_embedding(entry.category, entry.name, entry.hash, {entry.embedding, model});
      if (!put.ok() && !is_of_one_entry(put.error().code)) {
        return fields.located(std::move(put.error()));
      }
      stored += put.ok() ? 1 : 0;
      write_result(out, entry, put);
    }
    if (stored > 0) LOCI_TRY(store_->count_vector_write());
    out.end_array().key("stored").integer(stored);
    return finish_in_batch(out);
  }());
}

Reply Engine::clear_embeddings(std::string_view text, int64_t) {
  LOCI_TRY(batch_ready());
  return in_batch([&]() -> Reply {
    LOCI_TRY(Arguments::none(text));
    LOCI_ASSIGN(cleared, wiki_->clear_embeddings());
    JsonWriter out;
    out.begin_object().key("cleared").integer(cleared);
    return finish_in_batch(out);
  }());
}

// How many of all items have no embedding.
Result<int64_t> Engine::pending_count(int64_t items) {
  auto vectors = store_->vectors().count();
  if (!vectors.ok() && !is_vector_damage(vectors.error())) return vectors;
  return std::max<int64_t>(items - (vectors.ok() ? vectors.value() : 0), 0);
}

// What status() tells. A store that is gated is not asked.
Status Engine::write_embeddings(JsonWriter& out, int64_t items, std::vector<Warning>& warnings) {
  VectorStamp stamp;
  int64_t pending = items;
  if (!damage_) {
    LOCI_ASSIGN(counted, pending_count(items));
    LOCI_ASSIGN(stored, store_->vectors().stamp());
    pending = counted;
    stamp = stored;
  }
  out.key("embeddings").begin_object();
  write_text_or_null(out, "model", stamp.model.empty() ? std::nullopt : std::optional(stamp.model));
  out.key("width");
  if (stamp.width != 0) {
    out.integer(static_cast<int64_t>(stamp.width));
  } else {
    out.null();
  }
  out.key("vectors").integer(items - pending).key("pending").integer(pending).end_object();
  out.key("vectorBytes").integer(static_cast<int64_t>(wiki_->embeddings().byte_size()));
  if (store_->vectors().damaged()) warnings.push_back(vector_damage_warning());
  return Ok{};
}

}  // namespace loci
