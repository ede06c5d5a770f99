// The keys lie sorted in chunks of at most 256, and the first key of each chunk in one array beside
// them. A search is two binary searches, in that array and in the chunk; a neighbour is the next
// key in memory. An insertion moves half a chunk, some kilobytes at most; a full chunk is cut in
// two, but for one that grows at its end, which is left full: keys mostly come in order.
//
//   firsts  10            40            70
//   chunks  10 20 30      40 50         70 80        insert 60: behind 50, in the chunk of 40
//
// It is the lowest two levels of a B-tree. More would pay from some ten million keys on: until then
// the array of firsts is a few hundred kilobytes, moved once for each chunk that is cut.
//
// Tested by tests/retrieve/ordered_keys_test.cpp.

#include "retrieve/ordered_keys.h"

#include <algorithm>
#include <utility>

namespace loci {
namespace {

auto at(auto& elements, size_t place) { return elements.begin() + static_cast<ptrdiff_t>(place); }

size_t place_of(const std::vector<OrderedKey>& keys, const OrderedKey& key) {
  return static_cast<size_t>(std::lower_bound(keys.begin(), keys.end(), key) - keys.begin());
}

}  // namespace

// The last chunk whose first key is not behind `key`, or the first chunk. There must be one.
size_t OrderedKeys::chunk_for(const OrderedKey& key) const {
  const auto behind = std::upper_bound(firsts_.begin(), firsts_.end(), key);
  return behind == firsts_.begin() ? 0 : static_cast<size_t>(behind - firsts_.begin()) - 1;
}

bool OrderedKeys::insert(const OrderedKey& key) {
  if (chunks_.empty()) {
    firsts_.push_back(key);
    chunks_.emplace_back();
  }
  size_t chunk = chunk_for(key);
  size_t place = place_of(chunks_[chunk], key);
  if (place < chunks_[chunk].size() && chunks_[chunk][place] == key) return false;
  if (chunks_[chunk].size() == kChunkSize) {
    const size_t kept = place == kChunkSize ? kChunkSize : kChunkSize / 2;
    Chunk upper(at(chunks_[chunk], kept), chunks_[chunk].end());
    chunks_[chunk].resize(kept);
    firsts_.insert(at(firsts_, chunk + 1), upper.empty() ? key : upper.front());
    chunks_.insert(at(chunks_, chunk + 1), std::move(upper));
    if (place >= kept) {
      ++chunk;
      place -= kept;
    }
  }
  chunks_[chunk].insert(at(chunks_[chunk], place), key);
  firsts_[chunk] = chunks_[chunk].front();
  ++size_;
  return true;
}

bool OrderedKeys::erase(const OrderedKey& key) {
  if (chunks_.empty()) return false;
  const size_t chunk = chunk_for(key);
  const size_t place = place_of(chunks_[chunk], key);
  if (place == chunks_[chunk].size() || chunks_[chunk][place] != key) return false;
  chunks_[chunk].erase(at(chunks_[chunk], place));
  --size_;
  shrink(chunk);
  return true;
}

// Joins what has become small with the chunk before or behind it, so that chunks stay few.
void OrderedKeys::shrink(size_t chunk) {
  const auto join =
      [&](size_t lower) {  // with the one behind it, if both fill half a chunk at most
        if (lower + 1 >= chunks_.size()) return;
        Chunk& upper = chunks_[lower + 1];
        if (chunks_[lower].size() + upper.size() > kChunkSize / 2) return;
        chunks_[lower].insert(chunks_[lower].end(), upper.begin(), upper.end());
        chunks_.erase(at(chunks_, lower + 1));
        firsts_.erase(at(firsts_, lower + 1));
      };
  join(chunk);
  if (chunk > 0) join(chunk - 1);
  const size_t left = std::min(chunk, chunks_.size() - 1);
  if (chunks_[left].empty()) {
    chunks_.erase(at(chunks_, left));
    firsts_.erase(at(firsts_, left));
  } else {
    firsts_[left] = chunks_[left].front();
  }
}

void OrderedKeys::clear() { *this = OrderedKeys(); }

void OrderedKeys::compact() {
  for (Chunk& chunk : chunks_) chunk.shrink_to_fit();
  firsts_.shrink_to_fit();
  chunks_.shrink_to_fit();
}

size_t OrderedKeys::byte_size() const {
  size_t bytes = firsts_.capacity() * sizeof(OrderedKey) + chunks_.capacity() * sizeof(Chunk);
  for (const Chunk& chunk : chunks_) bytes += chunk.capacity() * sizeof(OrderedKey);
  return bytes;
}

OrderedKeys::Cursor OrderedKeys::lower_bound(const OrderedKey& key) const {
  Cursor cursor;
  cursor.keys_ = this;
  cursor.chunk_ = 0;
  cursor.place_ = 0;
  if (chunks_.empty()) return cursor;
  cursor.chunk_ = chunk_for(key);
  cursor.place_ = place_of(chunks_[cursor.chunk_], key);
  if (cursor.place_ == chunks_[cursor.chunk_].size()) {
    ++cursor.chunk_;
    cursor.place_ = 0;
  }
  return cursor;
}

}  // namespace loci
