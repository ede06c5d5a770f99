// Tested by tests/palace/palace_test.cpp and tests/palace/search_model_test.cpp.

#include "palace/palace_index.h"

#include <algorithm>
#include <utility>

#include "base/content_hash.h"
#include "index/kept_slots.h"
#include "retrieve/growth.h"
#include "text/same_text.h"
#include "text/tokenizer.h"

namespace loci {
namespace {

// A file whose hash is that of another by chance counts as that: nothing is lost but a place in the
// order of results.
uint64_t source_hash_of(std::string_view source_file) {
  return source_file.empty() ? 0 : stable_hash(source_file);
}

// What the index reads of a drawer.
DrawerRow row_of(const Drawer& drawer) {
  const auto view = [](const std::optional<std::string>& text) {
    return text ? std::string_view(*text) : std::string_view();
  };
  DrawerRow row{};
  row.id = drawer.id;
  row.place = drawer.place;
  row.source_file = view(drawer.source_file);
  row.chunk_index = drawer.chunk_index;
  row.authored_at = view(drawer.authored_at);
  row.filed_at = view(drawer.filed_at);
  row.text = drawer.text;
  return row;
}

// The first closet whose id is not below `id`.
auto closet_from(const std::vector<ClosetFacts>& closets, int64_t id) {
  return std::lower_bound(closets.begin(), closets.end(), id,
                          [](const ClosetFacts& closet, int64_t id) { return closet.id < id; });
}

}  // namespace

std::optional<Document> PalaceIndex::Closets::document_of(int64_t closet) const {
  const ClosetFacts* const facts = palace_.closet(closet);
  return facts != nullptr ? std::optional(Document{closet, 0, facts->place}) : std::nullopt;
}

PalaceIndex::PalaceIndex(Store& store, const Analyzer& analyzer)
    : store_(store),
      analyzer_(analyzer),
      words_(bm25_parameters(analyzer.profile), analyzer.forms),
      drawers_(words_),
      closet_documents_(*this),
      drawer_vectors_(store, &Store::drawer_vectors, drawers_),
      closet_vectors_(store, &Store::closet_vectors, closet_documents_) {}

Status PalaceIndex::load() {
  if (loaded_) return Ok{};
  forget();  // what an earlier try left, where memory ran out
  LOCI_TRY(append_after(0));
  LOCI_TRY(append_closets());
  loaded_ = true;
  return Ok{};
}

void PalaceIndex::forget() {
  loaded_ = false;
  words_.clear();
  sequences_.clear();
  facts_ = {};
  free_ = {};
  closets_ = {};
  places_ = {};
  places_by_row_ = {};
  names_.reset();
  buffer_ = {};
  forget_vectors();
}

void PalaceIndex::forget_vectors() {
  drawer_vectors_.unload();
  closet_vectors_.unload();
}

void PalaceIndex::read_by(const Analyzer& analyzer) {
  forget();
  analyzer_ = analyzer;
}

std::optional<uint32_t> PalaceIndex::number_of(int64_t id) const {
  const Slot slot = words_.slot_of(id);
  if (slot == words_.slot_count()) return std::nullopt;
  return words_.document(slot).group;
}

const ClosetFacts* PalaceIndex::closet(int64_t id) const {
  const auto found = closet_from(closets_, id);
  return found == closets_.end() || found->id != id ? nullptr : &*found;
}

// --- places ---

Result<const Places*> PalaceIndex::names() {
  if (!names_) {
    LOCI_ASSIGN(read, Places::load(store_));
    names_ = std::move(read);
    for (IndexedPlace& place : places_) {
      const Place* const known = names_->find(place.row);
      place.wing_hash = known != nullptr ? stable_hash(known->wing_key) : 0;
    }
  }
  return &*names_;
}

uint64_t PalaceIndex::file_in_wing(uint32_t place, uint64_t source_hash) const {
  constexpr uint64_t kMultiplier = 0x9e3779b97f4a7c15u;
  return source_hash == 0 ? 0 : (source_hash * kMultiplier ^ places_[place].wing_hash) | 1;
}

uint32_t PalaceIndex::number_of_place(int64_t row) {
  const auto found =
      std::lower_bound(places_by_row_.begin(), places_by_row_.end(), row,
                       [this](uint32_t number, int64_t row) { return places_[number].row < row; });
  if (found != places_by_row_.end() && places_[*found].row == row) return *found;
  names_.reset();
  const uint32_t number = place_count();
  places_by_row_.insert(found, number);
  places_.push_back({row, 0, {}});
  return number;
}

void PalaceIndex::enter_place(uint32_t number, uint32_t place) {
  std::vector<uint32_t>& drawers = places_[place].drawers;
  facts_[number].place = place;
  facts_[number].in_place = static_cast<uint32_t>(drawers.size());
  drawers.push_back(number);
}

// The last takes the place of the one that leaves.
void PalaceIndex::leave_place(uint32_t number) {
  const DrawerFacts& leaving = facts_[number];
  std::vector<uint32_t>& drawers = places_[leaving.place].drawers;
  const uint32_t last = drawers.back();
  drawers[leaving.in_place] = last;
  facts_[last].in_place = leaving.in_place;
  drawers.pop_back();
  if (drawers.empty()) names_.reset();  // the place may be gone
}

// --- following ---

Status PalaceIndex::growing(FunctionRef<Status()> work) {
  if (!loaded_) return Ok{};
  LOCI_ASSIGN(has_room, grow(work));
  if (!has_room) forget();
  return Ok{};
}

Status PalaceIndex::follow(const Drawer* gone, const Drawer* came) {
  return growing([&]() -> Status {
    std::optional<DrawerFacts> left;
    if (gone != nullptr) left = remove(*gone);
    if (came != nullptr) {
      append(row_of(*came));
      LOCI_TRY(follow_vector(came->id));
    }
    return left ? drop_closets_of(left->place, left->source_hash) : Ok{};
  });
}

Status PalaceIndex::follow_fields(const Drawer& drawer) {
  return growing([&]() -> Status {
    const auto number = number_of(drawer.id);
    if (!number) return Ok{};
    const DrawerFacts before = facts_[*number];
    describe(*number, row_of(drawer));
    return drop_closets_of(before.place, before.source_hash);
  });
}

std::optional<DrawerFacts> PalaceIndex::remove(const Drawer& drawer) {
  const auto number = number_of(drawer.id);
  if (!number) return std::nullopt;
  const DrawerFacts facts = facts_[*number];
  let_go(*number);
  words_.remove(drawer.id, tokens_of(drawer.text));
  return facts;
}

// Forgets all but the words.
void PalaceIndex::let_go(uint32_t number) {
  (void)drawer_vectors_.follow(facts_[number].id, 0);  // which cannot fail
  leave_place(number);
  sequences_.remove(facts_[number].id);
  free_.push_back(number);
  facts_[number] = {};
}

void PalaceIndex::append(const DrawerRow& drawer) {
  const uint32_t number = new_number();
  words_.append({drawer.id, 0, number}, tokens_of(drawer.text));
  DrawerFacts& facts = facts_[number];
  facts.id = drawer.id;
  facts.text_hash = same_text_hash(drawer.text, analyzer_.profile);
  enter_place(number, number_of_place(drawer.place));
  describe(number, drawer);
}

// Takes over what may change without another text.
void PalaceIndex::describe(uint32_t number, const DrawerRow& drawer) {
  DrawerFacts& facts = facts_[number];
  facts.filed_at = instant_or_undated(drawer.filed_at);
  facts.authored_at = instant_or_undated(drawer.authored_at);
  facts.source_hash = source_hash_of(drawer.source_file);
  put_in_sequence(drawer);
  const uint32_t place = number_of_place(drawer.place);
  if (place == facts.place) return;
  leave_place(number);
  enter_place(number, place);
}

void PalaceIndex::put_in_sequence(const DrawerRow& drawer) {
  std::optional<SequencePlace> place;
  if (!drawer.source_file.empty() && drawer.chunk_index) {
    place = {Sequences::number_of(drawer.source_file), *drawer.chunk_index};
  }
  if (sequences_.place_of(drawer.id) == place) return;
  sequences_.remove(drawer.id);
  if (place) sequences_.add(drawer.id, *place);
}

uint32_t PalaceIndex::new_number() {
  if (free_.empty()) {
    facts_.emplace_back();
    return size() - 1;
  }
  const uint32_t number = free_.back();
  free_.pop_back();
  return number;
}

Status PalaceIndex::append_after(int64_t id) {
  LOCI_TRY(store_.drawers().scan(id, [this](const DrawerRow& drawer) -> Status {
    append(drawer);
    return Ok{};
  }));
  buffer_ = {};
  return Ok{};
}

const TokenBuffer& PalaceIndex::tokens_of(std::string_view text) {
  buffer_.clear();
  tokenize(text, analyzer_, buffer_);
  return buffer_;
}

// --- closets ---

Status PalaceIndex::follow_closet(int64_t gone, const Closet* came) {
  return growing([&]() -> Status {
    if (gone != 0) remove_closet(gone);
    if (came == nullptr) return Ok{};
    append_closet(came->id, came->place, came->source_file);
    return follow_closet_vector(came->id);
  });
}

void PalaceIndex::append_closet(int64_t id, int64_t place, std::string_view source_file) {
  closets_.push_back({id, source_hash_of(source_file), number_of_place(place)});
}

Status PalaceIndex::append_closets() {
  return store_.closets().scan(0, [this](const ClosetTable::Row& closet) -> Status {
    append_closet(closet.id, closet.place, closet.source_file);
    return Ok{};
  });
}

void PalaceIndex::remove_closet(int64_t id) {
  const auto found = closet_from(closets_, id);
  if (found == closets_.end() || found->id != id) return;
  (void)closet_vectors_.follow(id, 0);  // which cannot fail
  closets_.erase(found);
  names_.reset();  // its place may be gone
}

// Closets of a file in a place that the store no longer has, which went with the last drawer.
Status PalaceIndex::drop_closets_of(uint32_t place, uint64_t source_hash) {
  for (size_t i = closets_.size(); i-- > 0;) {
    const ClosetFacts closet = closets_[i];
    if (closet.place != place || closet.source_hash != source_hash) continue;
    LOCI_ASSIGN(kept, store_.closets().get(closet.id));
    if (!kept) remove_closet(closet.id);
  }
  return Ok{};
}

// --- following others ---

Status PalaceIndex::follow_others() {
  return growing([this]() -> Status {
    names_.reset();
    LOCI_TRY(catch_up_drawers());
    return loaded_ ? catch_up_closets() : Ok{};
  });
}

Status PalaceIndex::catch_up_drawers() {
  KeptSlots kept(words_);
  LOCI_TRY(store_.drawers().each_without_text([&](const DrawerRow& drawer) -> Status {
    kept.see(drawer.id);
    if (const auto number = number_of(drawer.id)) describe(*number, drawer);
    return Ok{};
  }));
  if (!kept.in_order()) {
    forget();
    return Ok{};
  }
  kept.each_gone([this](int64_t id) {
    if (const auto number = number_of(id)) let_go(*number);
  });
  words_.keep_only(kept.slots());
  Slot slot = words_.slot_count();
  LOCI_TRY(append_after(kept.last_id()));
  // Vectors that cannot be read are loaded, and told of, when a search needs them.
  for (; slot < words_.slot_count(); ++slot) (void)follow_vector(words_.document(slot).id);
  return Ok{};
}

// Closets are few beside drawers, and are read anew.
Status PalaceIndex::catch_up_closets() {
  const std::vector<ClosetFacts> before = std::exchange(closets_, {});
  LOCI_TRY(append_closets());
  for (const ClosetFacts& known : before) (void)closet_vectors_.follow(known.id, 0);
  for (const ClosetFacts& closet : closets_) (void)follow_closet_vector(closet.id);
  return Ok{};
}

// --- memory ---

void PalaceIndex::compact() {
  words_.compact();
  sequences_.compact();
  facts_.shrink_to_fit();
  free_.shrink_to_fit();
  drawer_vectors_.compact();
  closet_vectors_.compact();
}

size_t PalaceIndex::byte_size() const {
  if (!loaded_) return 0;
  size_t bytes = words_.byte_size() + sequences_.byte_size() +
                 facts_.capacity() * sizeof(DrawerFacts) + free_.capacity() * sizeof(uint32_t) +
                 closets_.capacity() * sizeof(ClosetFacts) +
                 places_.capacity() * sizeof(IndexedPlace);
  for (const IndexedPlace& place : places_) bytes += place.drawers.capacity() * sizeof(uint32_t);
  return bytes;
}

size_t PalaceIndex::vector_bytes() const {
  return drawer_vectors_.byte_size() + closet_vectors_.byte_size();
}

}  // namespace loci
