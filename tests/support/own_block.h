#pragma once

/// A block of codes that stands by itself.

#include <vector>

#include "index/vector_block.h"
#include "support/generated_vectors.h"

namespace loci::test {

struct RoughCodes {
  std::vector<uint8_t> bytes;
};

class OwnBlock : RoughCodes, public VectorBlock {
 public:
  explicit OwnBlock(size_t width)
      : RoughCodes{std::vector<uint8_t>(rough_size(width))}, VectorBlock(width, bytes.data()) {}
};

}  // namespace loci::test
