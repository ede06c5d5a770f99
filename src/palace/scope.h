#pragma once

/// Which drawers a search may find: those of the wing and the room it names, filed when it says.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "index/document.h"
#include "palace/palace_index.h"
#include "palace/reply.h"
#include "palace/searcher.h"

namespace loci {

/// A set of drawers. No longer valid when the index has changed.
struct Scope {
  bool is_whole = false;          // every drawer there is
  std::vector<uint32_t> numbers;  // of the drawers, in no order; not needed of the whole
  size_t size = 0;                // drawers
  std::vector<bool> places;       // by number: whose closets have a say; empty: all
};

/// Chooses the scope, and says in the reply what was asked for, how many drawers there are and, if
/// the wing or the room is none, which there are. A wing or a room is what holds drawers.
Status choose_scope(const PalaceRequest& request, const PalaceSources& sources, Scope& scope,
                    PalaceReply& reply);

/// A filter for so many drawers, of either index, as cheap as can be.
class DrawerFilter {
 public:
  /// Every drawer of the scope.
  DrawerFilter(const Scope& scope, const PalaceIndex& index);
  /// These drawers.
  DrawerFilter(const std::vector<uint32_t>& numbers, const PalaceIndex& index);
  DrawerFilter(const DrawerFilter&) = delete;
  DrawerFilter& operator=(const DrawerFilter&) = delete;

  /// Valid as long as this.
  const DocumentFilter& get() const { return filter_; }

 private:
  void accept(const std::vector<uint32_t>& numbers, const PalaceIndex& index);

  std::vector<int64_t> ids_;
  DocumentFilter filter_;
};

}  // namespace loci
