// The part of the engine that looks after the store as a whole. Tested by tests/engine_test.cpp and
// through the bindings by tests/js.

#include "base/json_writer.h"
#include "engine.h"
#include "engine_arguments.h"
#include "engine_embeddings.h"
#include "engine_forms.h"
#include "engine_results.h"
#include "palace/structure.h"
#include "wiki/markdown_export.h"

namespace loci {
namespace {

constexpr int kMaxFindings = 100;

}  // namespace

Reply Engine::revision(std::string_view text, int64_t) {
  return asking(text, "",
                [&](const Arguments&) -> Reply { return std::to_string(store_->revision()); });
}

Reply Engine::journal(std::string_view text, int64_t) {
  return asking(text, "options", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(fields, arguments.options(0));
    const int64_t since = fields.count("since").value_or(0);
    const int64_t limit = fields.limit("limit", kDefaultJournalLimit);
    LOCI_TRY(fields.finish());
    LOCI_ASSIGN(entries, store_->journal().list(since, limit));
    JsonWriter out;
    out.begin_object().begin_array("entries");
    for (const JournalEntry& entry : entries) write_journal_entry(out, entry);
    out.end_array();
    return finish(out, fields.warnings());
  });
}

Reply Engine::status(std::string_view text, int64_t) {
  LOCI_TRY(ready(Needs::kAnyStore));
  LOCI_TRY(Arguments::none(text));
  const InvertedIndex& index = wiki_->index();
  int64_t items = index.document_count();
  if (index_stale_ && !damage_) {  // memory ran out, and the index waits for its rebuild
    LOCI_ASSIGN(count, store_->items().count());
    items = count;
  }
  PalaceCounts palace;
  EmbeddedTexts texts;
  texts.pending = items;
  if (!damage_) {  // a store that is gated is not asked
    Status counted = gate(count_texts(items, texts));
    if (counted.ok() && texts.drawers > 0) counted = gate(count_palace(*store_, palace));
    if (!counted.ok() && !damage_) return counted.take_failure();
  }
  JsonWriter out;
  out.begin_object();
  out.text("profile", profile_ == Profile::kDefault ? "default" : "reference");
  out.text("segmenter", segmenter_.name()).text("forms", name_of(forms_));
  out.integer("formatVersion", store_->format_version());
  out.flag("readOnly", read_only_);
  out.flag("damaged", damage_.has_value());
  out.integer("revision", store_->revision());
  out.integer("items", items);
  out.integer("terms", static_cast<int64_t>(index.term_count()));
  out.integer("storeBytes", store_->byte_size());
  const size_t bytes = index.byte_size() + wiki_->sequences().byte_size() +
                       evidence_->index_bytes() + palace_->index_bytes();
  out.integer("indexBytes", static_cast<int64_t>(bytes));
  out.begin_object("evidence").integer("events", texts.events);
  out.integer("chunks", texts.chunks).end_object();
  out.begin_object("palace").integer("drawers", texts.drawers);
  out.integer("closets", texts.closets).integer("tunnels", palace.tunnels);
  out.integer("wings", palace.wings).integer("rooms", palace.rooms).end_object();
  std::vector<Warning> warnings;
  write_embeddings(out, texts, warnings);
  segmenter_.warn_of_bigrams(warnings);
  segmenter_.warn_of_lines(warnings);
  if (damage_) warnings.push_back({"store_damaged", damage_->message});
  return finish(out, warnings);
}

Reply Engine::check(std::string_view text, int64_t) {
  LOCI_TRY(ready(Needs::kAnyStore));
  LOCI_TRY(Arguments::none(text));
  LOCI_ASSIGN(findings, store_->check(kMaxFindings));
  JsonWriter out;
  out.begin_object().flag("ok", findings.empty()).begin_array("findings");
  for (const std::string& finding : findings) out.text(finding);
  out.end_array();
  return finish(out);
}

Reply Engine::rebuild(std::string_view text, int64_t) {
  return asking(text, "", [&](const Arguments&) -> Reply {
    forget_indexes();
    LOCI_TRY(settle(wiki_->rebuild()));
    JsonWriter out;
    out.begin_object().integer("items", wiki_->index().document_count());
    out.integer("terms", static_cast<int64_t>(wiki_->index().term_count()));
    return finish(out);
  });
}

Reply Engine::compact(std::string_view text, int64_t) {
  LOCI_TRY(ready_to_write());
  LOCI_ASSIGN(arguments, Arguments::parse(text, "options"));
  LOCI_ASSIGN(fields, arguments.options(0));
  const int64_t keep = fields.count("keepJournal").value_or(kDefaultKeepJournal);
  LOCI_TRY(fields.finish());
  auto cut = store_->compact(keep);
  if (!cut.ok()) return noting_damage(cut.error());
  wiki_->compact();
  evidence_->compact();
  palace_->compact();
  JsonWriter out;
  out.begin_object().integer("journalRemoved", cut.value());
  out.integer("storeBytes", store_->byte_size());
  return finish(out);
}

Reply Engine::flush(std::string_view text, int64_t) {
  return asking(text, "", [&](const Arguments&) -> Reply {
    LOCI_TRY(store_->connection().flush());
    return revision_json(store_->revision());
  });
}

Reply Engine::checkpoint(std::string_view text, int64_t) {
  return asking(text, "", [&](const Arguments&) -> Reply {
    (void)store_->connection().empty_log();
    return std::string("null");
  });
}

Reply Engine::export_markdown(std::string_view text, int64_t) {
  LOCI_TRY(ready(Needs::kAnyStore));
  LOCI_TRY(Arguments::none(text));
  Result<MarkdownFiles> files = MarkdownFiles();
  if (!damage_) files = loci::export_markdown(*store_);
  if (!files.ok()) (void)gate(files.error());
  if (damage_) files = salvage_markdown(*store_);
  if (!files.ok()) return files.error();
  JsonWriter out;
  out.begin_array();
  for (const auto& [path, content] : files.value()) {
    out.begin_object().text("path", path).text("text", content).end_object();
  }
  out.end_array();
  return out.take();
}

Result<std::string> Engine::export_bytes() {
  LOCI_TRY(ready(Needs::kAnyStore));
  return store_->export_bytes();
}

Reply Engine::import_bytes(std::string_view bytes) {
  LOCI_TRY(ready_to_write());
  std::string reply;
  const auto seal = [&](AnswerTable& answers, int64_t revision) {
    reply = revision_json(revision);
    return keep_answer(answers, reply);
  };
  Status imported = store_->import_bytes(bytes, seal);
  if (imported.ok() || store_->is_suspended()) {  // replaced, even where it cannot be opened yet
    conversations_.clear();
    forget_indexes();
  }
  LOCI_TRY(std::move(imported));   // damage is that of the bytes, not of the store
  (void)settle(wiki_->rebuild());  // the import is done; what fails here is tried by the next call
  return reply;
}

}  // namespace loci
