#pragma once

/// Which documents belong together, and in what order: the turns of a conversation, the chunks of a
/// file. In memory, and derived: it follows from the documents alone, whatever its history.

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/function_ref.h"
#include "retrieve/ordered_keys.h"

namespace loci {

/// Where a document stands. Positions may have holes, and several documents may share one.
struct SequencePlace {
  int64_t sequence;  // Sequences::number_of() its name
  int64_t position;  // >= 0

  bool operator==(const SequencePlace&) const = default;
};

class Sequences {
 public:
  /// So many documents of one position have neighbours and are neighbours: those of the lowest ids.
  static constexpr size_t kSharers = 4;
  static constexpr size_t kSteps = 2;
  /// So many documents are looked at, for each step, in search of one that is accepted.
  static constexpr size_t kReach = 64;

  /// The number that stands for a sequence: a hash of its name, the same in every memory.
  static int64_t number_of(std::string_view name);

  /// `document` must not be there yet. In time logarithmic in the number of documents, as all but
  /// clear() and compact().
  void add(int64_t document, const SequencePlace& place);

  /// Nothing happens where it is not there.
  void remove(int64_t document);

  void clear();

  std::optional<SequencePlace> place_of(int64_t document) const;

  /// Shows to `visit` the neighbours of a document that stands at `place` and is accepted itself:
  /// those one step away stand at the nearest lower and at the nearest higher position of its
  /// sequence where any is accepted, and those of each further step at the next such position, up
  /// to kSteps. At most kSharers of each position are shown, in order of id. A document has no
  /// neighbours, where kSharers that are accepted share its position and have lower ids. Without
  /// `accepts` every document is accepted.
  using Accepts = FunctionRef<bool(int64_t document)>;
  using Visit = FunctionRef<void(int64_t document, size_t steps)>;
  void each_neighbour(int64_t document, const SequencePlace& place, Accepts accepts,
                      Visit visit) const;

  /// Documents that are in a sequence.
  size_t size() const { return by_place_.size(); }

  /// Makes it as small as its contents.
  void compact();
  size_t byte_size() const { return by_document_.byte_size() + by_place_.byte_size(); }

 private:
  OrderedKeys by_document_;  // document, sequence, position
  OrderedKeys by_place_;     // sequence, position, document
};

}  // namespace loci
