#pragma once

/// What a search asks a memory about its vectors. The index holds codes, good for finding
/// candidates; the vectors themselves lie in the store and are read for those few.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "index/document.h"

namespace loci {

class VectorIndex;

class VectorSource {
 public:
  /// The index of all vectors, loaded from the store when it is first asked for; nullptr where
  /// there are none, or where they cannot be read. Owned by the source, valid until the next write.
  virtual Result<VectorIndex*> index() = 0;

  /// Whether vectors were found that cannot be read. They count as absent: nothing fails for them.
  virtual bool damaged() const = 0;

  /// The vector of the item `id`, as it was stored: width() numbers. False, and `out` untouched,
  /// where it has none of that width that can be read.
  virtual Result<bool> read(int64_t id, std::vector<float>& out) = 0;

  /// Shows every vector that can be read with the document it belongs to, in no order, one after
  /// another in the same memory.
  using Visit = FunctionRef<void(const Document& document, std::span<const float> vector)>;
  virtual Status scan(Visit visit) = 0;

  /// The model that made the vectors; empty where nobody said. Valid until the next write.
  virtual std::string_view model() const = 0;

  /// Numbers in each vector; 0 where there are none.
  virtual size_t width() const = 0;

 protected:
  ~VectorSource() = default;
};

}  // namespace loci
