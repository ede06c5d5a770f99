// Tested by tests/index/term_dictionary_test.cpp.

#include "index/term_dictionary.h"

#include "base/hash.h"

namespace loci {
namespace {

constexpr size_t kFirstBuckets = 64;

}  // namespace

// The bucket that holds `term`, or the empty one where it would go.
size_t TermDictionary::bucket_of(std::string_view term, uint32_t hash) const {
  const size_t mask = buckets_.size() - 1;
  size_t at = hash & mask;
  while (buckets_[at].id != kNone &&
         (buckets_[at].hash != hash || entries_[buckets_[at].id].term != term)) {
    at = (at + 1) & mask;
  }
  return at;
}

TermId TermDictionary::find(std::string_view term) const {
  if (buckets_.empty()) return kNone;
  return buckets_[bucket_of(term, hash_bytes(term))].id;
}

TermDictionary::Found TermDictionary::find_or_add(std::string_view term) {
  if ((size() + 1) * 4 > buckets_.size() * 3) grow();
  const uint32_t hash = hash_bytes(term);
  Bucket& bucket = buckets_[bucket_of(term, hash)];
  if (bucket.id != kNone) return {bucket.id, &entries_[bucket.id].list, false};
  TermId id = id_limit();
  if (free_.empty()) {
    entries_.emplace_back();
  } else {
    id = free_.back();
    free_.pop_back();
  }
  entries_[id].term = term;
  bucket = {hash, id};
  return {id, &entries_[id].list, true};
}

void TermDictionary::grow() {
  std::vector<Bucket> old(buckets_.empty() ? kFirstBuckets : buckets_.size() * 2);
  old.swap(buckets_);
  const size_t mask = buckets_.size() - 1;
  for (const Bucket& bucket : old) {
    if (bucket.id == kNone) continue;
    size_t at = bucket.hash & mask;
    while (buckets_[at].id != kNone) at = (at + 1) & mask;
    buckets_[at] = bucket;
  }
}

// Linear probing needs no tombstones: whatever follows the hole in its run moves back into it, if
// its own place is not behind the hole.
void TermDictionary::remove(TermId id) {
  const size_t mask = buckets_.size() - 1;
  size_t hole = bucket_of(entries_[id].term, hash_bytes(entries_[id].term));
  for (size_t at = (hole + 1) & mask; buckets_[at].id != kNone; at = (at + 1) & mask) {
    const size_t home = buckets_[at].hash & mask;
    if (((at - home) & mask) >= ((at - hole) & mask)) {
      buckets_[hole] = buckets_[at];
      hole = at;
    }
  }
  buckets_[hole] = {};
  entries_[id] = {};
  free_.push_back(id);
}

size_t TermDictionary::byte_size() const {
  size_t bytes = entries_.size() * sizeof(Entry) + buckets_.capacity() * sizeof(Bucket);
  for (const Entry& entry : entries_) {
    if (entry.term.capacity() >= sizeof(std::string)) bytes += entry.term.capacity();
    bytes += entry.list.byte_size();
  }
  return bytes;
}

}  // namespace loci
