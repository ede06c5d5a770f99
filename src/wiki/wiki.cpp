// Tested by tests/wiki/wiki_test.cpp.

#include "wiki/wiki.h"

#include "base/timestamp.h"
#include "text/tokenizer.h"
#include "wiki/item_rules.h"

namespace loci {
namespace {

bool equal_but_for_id(const Item& a, const Item& b) {
  return a.category == b.category && a.name == b.name && a.content == b.content &&
         a.owner == b.owner && a.source_conv == b.source_conv && a.ts == b.ts &&
         a.metadata == b.metadata && a.sequence == b.sequence;
}

// Rows were checked when they were written; one that cannot be read any more counts as undated.
int64_t time_of(std::string_view ts) {
  const auto instant = parse_instant(ts);
  return instant.ok() ? instant.value() : 0;
}

AddOutcome::Action action_of(const std::optional<Item>& before) {
  return before ? AddOutcome::Action::kUpdated : AddOutcome::Action::kAdded;
}

ItemText text_of(const Item& item) {
  ItemText text = {item.id, item.category, item.name, item.content, item.ts, {}};
  if (item.sequence) text.sequence = {item.sequence->id, item.sequence->position};
  return text;
}

}  // namespace

Wiki::Wiki(Store& store, const Analyzer& analyzer)
    : store_(store),
      analyzer_(analyzer),
      index_(bm25_parameters(analyzer.profile), analyzer.forms),
      embeddings_(store, index_) {}

Status Wiki::rebuild() {
  clear_indexes();
  return index_after(0);
}

void Wiki::clear_indexes() {
  index_.clear();
  sequences_.clear();
  embeddings_.vectors().unload();
}

Result<AddOutcome> Wiki::add(Item item, int64_t now, SealAdd seal,
                             const std::optional<Embedding>& embedding) {
  LOCI_ASSIGN(normal, normalize(std::move(item)));
  return write(std::move(normal), now, seal, embedding);
}

Result<AddOutcome> Wiki::write(Item item, int64_t now, SealAdd seal,
                               const std::optional<Embedding>& embedding) {
  if (item.ts.empty()) item.ts = format_instant(now);
  const auto work = [&] { return put(std::move(item), now, seal, embedding); };
  auto change = in_batch_ ? work() : in_transaction(store_, work);
  if (!change.ok()) return change.error();
  const Status followed = follow(change.value());
  if (in_batch_ && !followed.ok()) return followed.error();
  return AddOutcome{action_of(change.value().before), std::move(*change.value().after)};
}

Result<Wiki::Change> Wiki::put(Item item, int64_t now, SealAdd seal,
                               const std::optional<Embedding>& embedding) {
  Change change;
  LOCI_ASSIGN(before, get(item.category, item.name));
  const auto replaced = before ? std::optional<int64_t>(before->id) : std::nullopt;
  LOCI_ASSIGN(id, store_.put(item, replaced, now));
  item.id = id;
  LOCI_TRY(embeddings_.item_written(before, item, embedding));
  if (seal) LOCI_TRY(seal(action_of(before), item));
  change.before = std::move(before);
  change.after = std::move(item);
  return change;
}

Result<bool> Wiki::remove(std::string_view category, std::string_view name, int64_t now,
                          SealRemove seal) {
  LOCI_ASSIGN(item, get(category, name));
  const bool found = item.has_value();
  if (!found && !seal) return false;
  const auto work = [&]() -> Status {
    if (found) LOCI_TRY(store_.remove(*item, now));
    if (found) LOCI_TRY(embeddings_.item_removed(item->id));
    return seal ? seal(found) : Ok{};
  };
  const auto remove = [&] { return in_transaction(store_, StatusWork(work)); };
  const auto persist = [&] { return past_vector_damage(StatusWork(remove)); };
  LOCI_TRY(with_reserve(store_.connection(), StatusWork(persist)));
  if (found) (void)follow({std::move(item), std::nullopt});
  return found;
}

// A failure matters inside a batch, which it may have ended. Else the write is done.
Status Wiki::follow(const Change& change) {
  if (change.before) {
    index_.remove(change.before->id, tokens_of(change.before->name, change.before->content));
    sequences_.remove(change.before->id);
  }
  if (change.after) index_item(text_of(*change.after));
  return embeddings_.vectors().follow(change.before ? change.before->id : 0,
                                      change.after ? change.after->id : 0);
}

void Wiki::index_item(const ItemText& item) {
  index_.append({item.id, time_of(item.ts), index_.intern_category(item.category)},
                tokens_of(item.name, item.content));
  if (!item.sequence) return;
  sequences_.add(item.id, {Sequences::number_of(item.sequence->id), item.sequence->position});
}

// The tokens of name + "\n" + content; the line end separates, so each part can go by itself.
const TokenBuffer& Wiki::tokens_of(std::string_view name, std::string_view content) {
  buffer_.clear();
  tokenize(name, analyzer_, buffer_);
  tokenize(content, analyzer_, buffer_);
  return buffer_;
}

Status Wiki::begin_batch() {
  LOCI_TRY(store_.connection().begin());
  in_batch_ = true;
  batch_begin_ = store_.revision();
  return Ok{};
}

Status Wiki::commit_batch() {
  Status committed = store_.connection().commit();
  if (committed.ok()) {
    in_batch_ = false;
    return Ok{};
  }
  LOCI_TRY(rollback_batch());
  return committed;
}

Status Wiki::drop_batch() {
  in_batch_ = false;
  clear_indexes();
  store_.connection().rollback();
  return store_.reload_revision();
}

Status Wiki::rollback_batch() {
  LOCI_TRY(drop_batch());
  return rebuild();
}

// What the items so far would write may leave no room for a large one, which alone would fit.
bool Wiki::ends_before(const Item& item, const MarkdownStretch& stretch) {
  if (!stretch.bytes) return false;
  const auto more = static_cast<int64_t>(item.content.size());
  return store_.connection().pending_bytes() + more >= *stretch.bytes;
}

Result<MarkdownImport> Wiki::import_markdown(const MarkdownFile& file, int64_t now,
                                             const MarkdownStretch& stretch, SeeImported see) {
  MarkdownReading reading = read_markdown(file);
  MarkdownImport result;
  if (stretch.first == 0) result.problems = std::move(reading.problems);
  for (size_t at = stretch.first; at < reading.items.size(); ++at) {
    if (at > stretch.first && ends_before(reading.items[at], stretch)) {
      result.next = at;
      break;
    }
    LOCI_ASSIGN(outcome, merge(std::move(reading.items[at]), now));
    if (see) see(outcome, reading.lines[at]);
    switch (outcome.action) {
      case AddOutcome::Action::kAdded:
        ++result.added;
        break;
      case AddOutcome::Action::kUpdated:
        ++result.updated;
        break;
      case AddOutcome::Action::kSame:
        ++result.same;
        break;
    }
  }
  return result;
}

Result<AddOutcome> Wiki::merge(Item item, int64_t now) {
  LOCI_ASSIGN(known, get(item.category, item.name));
  if (known && item.ts.empty()) item.ts = known->ts;
  if (known && equal_but_for_id(*known, item)) {
    return AddOutcome{AddOutcome::Action::kSame, std::move(*known)};
  }
  return write(std::move(item), now);
}

// A name that no item can have is the name of no item.
Result<std::optional<Item>> Wiki::get(std::string_view category, std::string_view name) {
  const auto stored_name = normalize_name(name);
  if (!stored_name.ok()) return std::optional<Item>();
  LOCI_ASSIGN(id, store_.items().find(category, stored_name.value()));
  if (!id) return std::optional<Item>();
  LOCI_ASSIGN(item, store_.items().get(*id));
  return std::optional<Item>(std::move(item));
}

Result<Retrieval> Wiki::retrieve(std::string_view query, const RetrieveOptions& options) {
  if (options.embedding) LOCI_TRY(embeddings_.vectors().look());
  return loci::retrieve(query, options,
                        {index_, sequences_, store_.items(), &embeddings_.vectors(), analyzer_});
}

}  // namespace loci
