// Tested by tests/evidence/event_index_test.cpp.

#include "evidence/event_index.h"

#include "base/utf8.h"
#include "retrieve/growth.h"
#include "text/chunks.h"
#include "text/same_text.h"
#include "text/tokenizer.h"

namespace loci {
namespace {

int64_t time_of(std::optional<std::string_view> written_at) {
  return instant_or_undated(written_at.value_or(std::string_view()));
}

uint32_t chunk_count(std::string_view content) {
  return static_cast<uint32_t>(chunk_ranges(utf8::count_code_points(content)).size());
}

}  // namespace

std::optional<Document> EventIndex::Chunks::document_of(int64_t chunk) const {
  const auto number = events_.number_of(event_of_chunk(chunk));
  return number ? std::optional(Document{chunk, 0, *number}) : std::nullopt;
}

EventIndex::EventIndex(Store& store, const Analyzer& analyzer)
    : store_(store),
      analyzer_(analyzer),
      summaries_(bm25_parameters(analyzer.profile), analyzer.forms),
      contents_(bm25_parameters(analyzer.profile), analyzer.forms),
      events_(summaries_),
      chunks_(*this),
      summary_vectors_(store, &Store::event_vectors, events_),
      chunk_vectors_(store, &Store::chunk_vectors, chunks_) {}

Status EventIndex::load() {
  if (loaded_) return Ok{};
  forget();  // what an earlier try left, where memory ran out
  LOCI_TRY(append_after(0));
  loaded_ = true;
  return Ok{};
}

void EventIndex::forget() {
  loaded_ = false;
  summaries_.clear();
  contents_.clear();
  facts_ = {};
  free_ = {};
  buffer_ = {};
  forget_vectors();
}

void EventIndex::forget_vectors() {
  summary_vectors_.unload();
  chunk_vectors_.unload();
}

void EventIndex::read_by(const Analyzer& analyzer) {
  forget();
  analyzer_ = analyzer;
}

std::optional<uint32_t> EventIndex::number_of(int64_t id) const {
  const Slot slot = summaries_.slot_of(id);
  if (slot == summaries_.slot_count()) return std::nullopt;
  return summaries_.document(slot).group;
}

// --- following ---

Status EventIndex::growing(FunctionRef<Status()> work) {
  LOCI_ASSIGN(has_room, grow(work));
  if (!has_room) forget();
  return Ok{};
}

Status EventIndex::follow(const EventText* gone, const EventText* came) {
  if (!loaded_) return Ok{};
  return growing([&]() -> Status {
    if (gone != nullptr) remove(*gone);
    if (came == nullptr) return Ok{};
    append(*came);
    return follow_vectors(came->id);
  });
}

void EventIndex::redate(int64_t id, std::optional<std::string_view> written_at) {
  if (const auto number = number_of(id)) facts_[*number].written_at = time_of(written_at);
}

Status EventIndex::follow_vectors(int64_t id) {
  const auto number = number_of(id);
  if (!number) return Ok{};
  LOCI_TRY(follow_summary_vector(id));
  for (uint32_t chunk = 0; chunk < facts_[*number].chunks; ++chunk) {
    LOCI_TRY(follow_chunk_vector(id, chunk));
  }
  return Ok{};
}

Status EventIndex::follow_chunk_vector(int64_t id, uint32_t chunk) {
  const int64_t owner = chunk_id(id, chunk);
  return chunk_vectors_.follow(owner, owner);
}

void EventIndex::remove(const EventText& event) {
  const auto number = number_of(event.id);
  if (!number) return;
  const bool unread = facts_[*number].chunks_missing;
  let_go(*number);
  summaries_.remove(event.id, tokens_of(event.summary));
  contents_.remove(event.id, tokens_of(unread ? std::string_view() : event.content));
}

// Forgets all but the words.
void EventIndex::let_go(uint32_t number) {
  const EventFacts& gone = facts_[number];
  (void)summary_vectors_.follow(gone.id, 0);  // which cannot fail
  for (uint32_t i = 0; i < gone.chunks; ++i) (void)chunk_vectors_.follow(chunk_id(gone.id, i), 0);
  free_.push_back(number);
  facts_[number] = {};
}

void EventIndex::append(const EventText& event) {
  const bool missing = !event.has_chunks;
  const uint32_t number = new_number();
  const Document document{event.id, 0, number};
  summaries_.append(document, tokens_of(event.summary));
  contents_.append(document, tokens_of(missing ? std::string_view() : event.content));
  facts_[number] = {event.id, time_of(event.written_at),
                    same_text_hash(event.content, analyzer_.profile),
                    missing ? 0 : chunk_count(event.content), missing};
}

uint32_t EventIndex::new_number() {
  if (free_.empty()) {
    facts_.emplace_back();
    return size() - 1;
  }
  const uint32_t number = free_.back();
  free_.pop_back();
  return number;
}

Status EventIndex::append_after(int64_t id) {
  LOCI_TRY(store_.events().scan(id, [this](const EventText& event) -> Status {
    append(event);
    return Ok{};
  }));
  buffer_ = {};
  return Ok{};
}

const TokenBuffer& EventIndex::tokens_of(std::string_view text) {
  buffer_.clear();
  tokenize(text, analyzer_, buffer_);
  return buffer_;
}

// --- following others ---

Status EventIndex::follow_others() {
  if (!loaded_) return Ok{};
  return growing([this] { return catch_up_by_ids(); });
}

Status EventIndex::catch_up_by_ids() {
  KeptSlots kept(summaries_);
  LOCI_TRY(store_.events().each_date([&](int64_t id, std::optional<std::string_view> written_at) {
    kept.see(id);
    redate(id, written_at);
  }));
  if (!kept.in_order()) {
    forget();
    return Ok{};
  }
  kept.each_gone([this](int64_t id) {
    if (const auto number = number_of(id)) let_go(*number);
  });
  summaries_.keep_only(kept.slots());
  contents_.keep_only(kept.slots());
  Slot slot = summaries_.slot_count();
  LOCI_TRY(append_after(kept.last_id()));
  // Vectors that cannot be read are loaded, and told of, when a search needs them.
  for (; slot < summaries_.slot_count(); ++slot) {
    (void)follow_vectors(summaries_.document(slot).id);
  }
  return Ok{};
}

// --- memory ---

void EventIndex::compact() {
  summaries_.compact();
  contents_.compact();
  facts_.shrink_to_fit();
  free_.shrink_to_fit();
  summary_vectors_.compact();
  chunk_vectors_.compact();
}

size_t EventIndex::byte_size() const {
  if (!loaded_) return 0;
  return summaries_.byte_size() + contents_.byte_size() + facts_.capacity() * sizeof(EventFacts) +
         free_.capacity() * sizeof(uint32_t);
}

size_t EventIndex::vector_bytes() const {
  return summary_vectors_.byte_size() + chunk_vectors_.byte_size();
}

}  // namespace loci
