// Tested by tests/store/salvage_pages_test.cpp and salvage_test.cpp.

#include "store/salvage_pages.h"

#include <algorithm>
#include <cstring>

namespace loci {
namespace {

constexpr int64_t kUsable = kPageSize - kChecksumSize;

// Bytes of a payload that may stand in a page, and those that do where there are more.
constexpr int64_t kMostInTable = kUsable - 35;
constexpr int64_t kMostInIndex = (kUsable - 12) * 64 / 255 - 23;
constexpr int64_t kLeast = (kUsable - 12) * 32 / 255 - 23;
constexpr int64_t kOverflowBytes = kUsable - 4;

int64_t read_number(const unsigned char* at, int64_t bytes) {
  int64_t number = static_cast<signed char>(*at);  // the first byte has the sign
  for (int64_t i = 1; i < bytes; ++i) number = number * 256 + at[i];
  return number;
}

int64_t page_number(const unsigned char* at) { return read_number(at, 4) & 0xffffffff; }

/// Moves past the number: 7 bits a byte, 8 in the ninth. False where it does not end before `end`.
bool read_varint(const unsigned char*& at, const unsigned char* end, int64_t& out) {
  uint64_t number = 0;
  for (int i = 0; at < end; ++i) {
    const unsigned char byte = *at++;
    if (i == 8) return out = static_cast<int64_t>(number << 8 | byte), true;
    number = number << 7 | (byte & 0x7f);
    if (byte < 0x80) return out = static_cast<int64_t>(number), true;
  }
  return false;
}

/// Bytes that a value of a serial type takes.
int64_t size_of(int64_t serial) {
  constexpr unsigned char kSizes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};
  return serial >= 12 ? (serial - 12) / 2 : kSizes[serial];
}

SalvagedValue read_value(int64_t serial, const unsigned char* at, int64_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(at), size);
  if (serial == 0) return {SalvagedValue::kNull, 0, {}};
  if (serial >= 12) return {serial % 2 ? SalvagedValue::kText : SalvagedValue::kBlob, 0, bytes};
  if (serial == 8 || serial == 9) return {SalvagedValue::kInteger, serial - 8, {}};
  if (serial > 6) return {SalvagedValue::kOther, 0, bytes};
  return {SalvagedValue::kInteger, read_number(at, size), {}};
}

}  // namespace

bool read_record(std::string_view record, std::vector<SalvagedValue>& values) {
  values.clear();
  const auto* at = reinterpret_cast<const unsigned char*>(record.data());
  const unsigned char* const end = at + record.size();
  const unsigned char* value = at;
  int64_t header = 0;
  if (!read_varint(at, end, header) || header < 0 || header > end - value) return false;
  const unsigned char* const types_end = value + header;
  value = types_end;
  while (at < types_end) {
    int64_t serial = 0;
    if (!read_varint(at, types_end, serial) || serial < 0) return false;
    const int64_t size = size_of(serial);
    if (size > end - value) return false;
    values.push_back(read_value(serial, value, size));
    value += size;
  }
  return true;
}

int SalvagedPage::cell_count() const {
  const int64_t most = (kUsable - (header() - bytes) - 12) / 2;
  return static_cast<int>(std::min(read_number(header() + 3, 2) & 0xffff, most));
}

int64_t SalvagedPage::last_child() const { return page_number(header() + 8); }

bool SalvagedPage::read_cell(int index, Cell& cell) const {
  const unsigned char* const pointer = header() + (is_inner() ? 12 : 8) + 2 * index;
  const int64_t begin = read_number(pointer, 2) & 0xffff;
  const unsigned char* const end = bytes + kUsable;
  cell = {};
  if (begin >= kUsable) return false;
  const unsigned char* at = bytes + begin;
  if (is_inner()) {
    if (end - at < 4) return false;
    cell.child = page_number(at);
    at += 4;
  }
  const bool in_table = kind() == kInnerTable || kind() == kLeafTable;
  if (kind() != kInnerTable && !read_varint(at, end, cell.size)) return false;
  if (in_table && !read_varint(at, end, cell.rowid)) return false;
  if (cell.size == 0) return true;
  const int64_t most = in_table ? kMostInTable : kMostInIndex;
  int64_t here = cell.size;
  if (here > most) {
    here = kLeast + (cell.size - kLeast) % kOverflowBytes;
    if (here > most) here = kLeast;
  }
  const int64_t link = here < cell.size ? 4 : 0;
  if (here < 0 || end - at < here + link) return false;
  cell.payload = {reinterpret_cast<const char*>(at), static_cast<size_t>(here)};
  if (link > 0) cell.overflow = page_number(at + here);
  return true;
}

Status SalvagedPages::open() {
  const int64_t size = host_.size(StoreFile::kDatabase);
  if (size < 0) return fail(ErrorCode::kStorageError, "the store cannot be read");
  count_ = (size + kPageSize - 1) / kPageSize;
  met_.assign(count_ + 1, false);
  return meet_free_pages();
}

Result<bool> SalvagedPages::read(int64_t number, SalvagedPage& page) {
  page.number = number;
  const int64_t got =
      host_.read(StoreFile::kDatabase, page.bytes, kPageSize, (number - 1) * kPageSize);
  if (got < 0) {
    return fail(ErrorCode::kStorageError, {"the store cannot be read: ", host_.last_error()});
  }
  std::memset(page.bytes + got, 0, kPageSize - got);
  return got == kPageSize && page_checksum_matches(page.bytes);
}

bool SalvagedPages::meet(int64_t number) {
  if (number < 1 || number > count_ || met_[number]) return false;
  return met_[number] = true;
}

// A page of the list tells the next one, how many free pages it names, and these. Where the first
// page is damaged, the beginning of the list is a guess, which other kinds of pages do not pass.
Status SalvagedPages::meet_free_pages() {
  SalvagedPage page;
  LOCI_ASSIGN(sound, read(1, page));
  // The count stands where the change that made it is the last one.
  const bool is_counted = sound && std::memcmp(page.bytes + 24, page.bytes + 92, 4) == 0;
  if (is_counted) missing_ = std::max<int64_t>(0, page_number(page.bytes + 28) - count_);
  int64_t next = page_number(page.bytes + 32);
  while (next > 1 && next <= count_ && !met_[next]) {
    LOCI_ASSIGN(readable, read(next, page));
    const int64_t after = page_number(page.bytes);
    const int64_t named = page_number(page.bytes + 4);
    if (!readable || after > count_ || named > kUsable / 4 - 2) return Ok{};
    (void)meet(next);
    for (int64_t i = 0; i < named; ++i) (void)meet(page_number(page.bytes + 8 + 4 * i));
    next = after;
  }
  knows_free_pages_ = sound && next == 0;
  return Ok{};
}

Result<std::string> SalvagedPages::payload(const SalvagedPage::Cell& cell) {
  std::string whole(cell.payload);
  if (cell.size > count_ * kPageSize) return std::string();
  SalvagedPage page;
  int64_t next = cell.overflow;
  while (static_cast<int64_t>(whole.size()) < cell.size) {
    if (!meet(next)) return std::string();
    LOCI_ASSIGN(sound, read(next, page));
    if (!sound) return std::string();
    next = page_number(page.bytes);
    const int64_t rest = cell.size - static_cast<int64_t>(whole.size());
    whole.append(reinterpret_cast<const char*>(page.bytes) + 4, std::min(rest, kOverflowBytes));
  }
  return whole;
}

}  // namespace loci
