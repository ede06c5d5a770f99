#pragma once

/// A set of keys in their order, to step through from any of them: what a tree does, in a few large
/// pieces instead of a node for each key.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace loci {

/// Ordered by `first`, then `second`, then `third`.
struct OrderedKey {
  int64_t first = 0;
  int64_t second = 0;
  int64_t third = 0;

  auto operator<=>(const OrderedKey&) const = default;
};

class OrderedKeys {
 public:
  /// In time logarithmic in the number of keys, and constant where they come in order. False if the
  /// key is there already.
  bool insert(const OrderedKey& key);

  /// False if there is no such key.
  bool erase(const OrderedKey& key);

  void clear();
  size_t size() const { return size_; }

  /// Makes it as small as its contents.
  void compact();
  size_t byte_size() const;

  /// A place between the keys, or at one. Valid until the next insert, erase, clear or compact.
  class Cursor {
   public:
    /// The key here; nullptr before the first and behind the last.
    const OrderedKey* key() const {
      return chunk_ < keys_->chunks_.size() ? &keys_->chunks_[chunk_][place_] : nullptr;
    }
    /// Not behind the last.
    void advance() {
      if (chunk_ < keys_->chunks_.size() && ++place_ < keys_->chunks_[chunk_].size()) return;
      ++chunk_;  // from before the first to the first
      place_ = 0;
    }
    /// Not before the first; from behind the last to the last.
    void retreat() {
      if (place_ > 0) {
        --place_;
        return;
      }
      --chunk_;
      place_ = chunk_ < keys_->chunks_.size() ? keys_->chunks_[chunk_].size() - 1 : 0;
    }

   private:
    friend class OrderedKeys;
    const OrderedKeys* keys_;
    size_t chunk_;  // the number of chunks: behind the last key, or, as -1, before the first
    size_t place_;  // in the chunk
  };

  /// The first key that is not less, or behind the last.
  Cursor lower_bound(const OrderedKey& key) const;

 private:
  static constexpr size_t kChunkSize = 256;
  using Chunk = std::vector<OrderedKey>;  // never empty, at most kChunkSize

  size_t chunk_for(const OrderedKey& key) const;
  Chunk& room_for(const OrderedKey& key);
  void shrink(size_t chunk);

  std::vector<OrderedKey> firsts_;  // of each chunk, so that a search reads one array
  std::vector<Chunk> chunks_;
  size_t size_ = 0;
};

}  // namespace loci
