#pragma once

/// The pages of a database that SQLite cannot read any more, read without it: B-trees, cells,
/// records, and the list of free pages. Layouts: https://www.sqlite.org/fileformat2.html, 1.5 to 2.
///
/// What a page says is believed only after its checksum, and even then nothing is read outside of
/// the page, and no page twice: a crafted file costs time in proportion to its size.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/checksum.h"
#include "store/host.h"

namespace loci {

/// A value of a record. Reals, which no table of ours has, are kOther.
struct SalvagedValue {
  enum Type : uint8_t { kNull, kInteger, kText, kBlob, kOther } type;
  int64_t integer;
  std::string_view bytes;
};

/// The values of a record; false where it is none.
bool read_record(std::string_view record, std::vector<SalvagedValue>& values);

/// One page, and how its cells are found.
class SalvagedPage {
 public:
  enum Kind : uint8_t {
    kInnerIndex = 2,
    kInnerTable = 5,
    kLeafIndex = 10,
    kLeafTable = 13,
  };

  /// What a cell begins with. `payload` is what of it stands in the page.
  struct Cell {
    int64_t child;  // 0 in a leaf
    int64_t rowid;  // 0 in an index
    int64_t size;   // of the whole payload; 0: there is none
    std::string_view payload;
    int64_t overflow;  // the page that it goes on in, or 0
  };

  unsigned char bytes[kPageSize];
  int64_t number;

  int kind() const { return header()[0]; }
  bool is_inner() const { return kind() == kInnerIndex || kind() == kInnerTable; }
  bool is_tree() const { return is_inner() || kind() == kLeafIndex || kind() == kLeafTable; }

  int cell_count() const;
  /// False where the cell does not lie in the page.
  bool read_cell(int index, Cell& cell) const;
  /// Of an inner page: the child behind all cells.
  int64_t last_child() const;

 private:
  const unsigned char* header() const { return bytes + (number == 1 ? 100 : 0); }
};

/// The pages of a database on a host, with a note of which were met.
class SalvagedPages {
 public:
  /// The host must outlive this, and its log be empty.
  explicit SalvagedPages(Host& host) : host_(host) {}

  /// Finds out how many there are, and takes those that are free as met, as far as their list can
  /// be read. To be called first.
  Status open();

  int64_t count() const { return count_; }
  /// Pages that the first page counts and the file does not have, where it ends early.
  int64_t missing() const { return missing_; }
  /// Whether it is known of every page whether it is free.
  bool knows_free_pages() const { return knows_free_pages_; }

  /// Reads a page, met or not. False where it is not what was written; `page` then holds what there
  /// is. An error where the host fails, which says nothing of the store.
  Result<bool> read(int64_t number, SalvagedPage& page);

  /// Takes a page as met; false where there is no such page, or it was met before.
  bool meet(int64_t number);
  bool was_met(int64_t number) const { return met_[number]; }

  /// All of a cell's payload, whose further pages are met by this. Empty where some cannot be read.
  Result<std::string> payload(const SalvagedPage::Cell& cell);

 private:
  Status meet_free_pages();

  Host& host_;
  int64_t count_ = 0;
  int64_t missing_ = 0;
  bool knows_free_pages_ = false;
  std::vector<bool> met_;
};

}  // namespace loci
