#include "store/image.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "base/concat.h"

// The header of a SQLite database (https://www.sqlite.org/fileformat2.html, 1.3): 16 bytes of
// magic; the page size at 16, big-endian; the two format versions at 18 and 19, 1 for a rollback
// journal and 2 for a write-ahead log; the reserved bytes a page at 20; three constants; and the
// number of pages at 28.
//
// Tested by tests/store/connection_test.cpp.

namespace loci {
namespace {

/// How a database of our layout begins: bytes 0 to 23, of which 18 and 19 may differ.
constexpr char kHeader[] = "SQLite format 3\0\x10\x00\x01\x01\x08@  ";
constexpr int kHeaderSize = 24;
static_assert(sizeof kHeader == kHeaderSize + 1 && kPageSize == 0x1000 && kChecksumSize == 8);
constexpr int kPageCountAt = 28;

// A file of which no page among so many is sound is not known to be ours.
constexpr int64_t kPagesToJudge = 64;

/// Whether a database of `size` bytes begins as ours do, as far as it goes.
bool has_our_header(const unsigned char* page, int64_t size) {
  for (int i = 0; i < std::min<int64_t>(size, kHeaderSize); ++i) {
    if (i != 18 && i != 19 && page[i] != static_cast<unsigned char>(kHeader[i])) return false;
  }
  return true;
}

bool is_zero(const unsigned char* page) {
  return std::all_of(page, page + kPageSize, [](unsigned char byte) { return byte == 0; });
}

/// A page that nobody but us can have written.
bool is_our_page(const unsigned char* page) {
  return page_checksum_matches(page) && !is_zero(page);
}

Failure damaged(std::string message) { return fail(ErrorCode::kStoreDamaged, std::move(message)); }

/// Not of our page layout. `remedy` says what to give instead.
Failure foreign(const char* remedy) {
  return fail(ErrorCode::kUnsupportedFormat, {"this is no Loci store; ", remedy});
}

constexpr char kGivePath[] = "give the path of one, or of a file that does not exist yet";
constexpr char kGiveBytes[] = "give the bytes that exportBytes gave";

/// Judges a database of `size` > 0 bytes by its beginning. A header that was hit leaves the
/// checksums of other pages, and there are others in every store that holds a table.
Status judge(std::string_view beginning, int64_t size, const char* remedy) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(beginning.data());
  if (has_our_header(bytes, size)) {
    return size >= kPageSize ? Status(Ok{}) : damaged("the store was cut short");
  }
  for (size_t at = kPageSize; at + kPageSize <= beginning.size(); at += kPageSize) {
    if (is_our_page(bytes + at)) return damaged("the store's header is damaged");
  }
  return foreign(remedy);
}

Failure cannot_read(const Host& host) {
  return fail(ErrorCode::kStorageError, {"the store cannot be read: ", host.last_error()});
}

/// The first `count` bytes of the database, zeros behind its end.
Result<std::string> read_beginning(Host& host, int64_t count) {
  std::string bytes(count, '\0');
  if (host.read(StoreFile::kDatabase, bytes.data(), count, 0) >= 0) return bytes;
  return cannot_read(host);
}

int64_t page_count(const unsigned char* page) {
  uint32_t count = 0;
  for (int i = 0; i < 4; ++i) count = count << 8 | page[kPageCountAt + i];
  return count;
}

}  // namespace

Status check_layout(Host& host, bool recovered) {
  const int64_t size = host.size(StoreFile::kDatabase);
  const int64_t wal_size = host.size(StoreFile::kWal);
  const int64_t journal_size = host.size(StoreFile::kJournal);
  if (size < 0 || wal_size < 0 || journal_size < 0) return cannot_read(host);
  if (journal_size > 0 && !recovered) return Ok{};
  // The database has its first page before the log has its first byte. SQLite would delete the log.
  if (size == 0 && wal_size > 0) return damaged("the store is empty, but its log is not");
  if (size == 0) return Ok{};
  LOCI_ASSIGN(header, read_beginning(host, kHeaderSize));
  if (Status judged = judge(header, size, kGivePath); judged.ok() || size < kPageSize)
    return judged;
  LOCI_ASSIGN(pages, read_beginning(host, std::min(size, kPagesToJudge * kPageSize)));
  return judge(pages, size, kGivePath);
}

bool is_first_page(const void* page, int64_t size) {
  const auto* bytes = static_cast<const unsigned char*>(page);
  return size >= kPageSize && page_checksum_matches(page) && has_our_header(bytes, size) &&
         page_count(bytes) * kPageSize <= size;
}

// Where the two counts of changes differ (at 24 and 92), SQLite asks the file for the pages.
void write_blank_first_page(void* page, bool log) {
  auto* bytes = static_cast<unsigned char*>(page);
  std::memset(bytes, 0, kPageSize);
  std::memcpy(bytes, kHeader, kHeaderSize);
  if (log) bytes[18] = bytes[19] = 2;
  bytes[27] = 1;    // changes
  bytes[47] = 4;    // the format of the schema
  bytes[59] = 1;    // UTF-8
  bytes[100] = 13;  // a leaf of a table, whose cells would end with the page
  bytes[105] = (kPageSize - kChecksumSize) >> 8;
  bytes[106] = (kPageSize - kChecksumSize) & 0xff;
}

Status verify_image(std::string_view image) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(image.data());
  const auto size = static_cast<int64_t>(image.size());
  if (size == 0) return foreign(kGiveBytes);
  LOCI_TRY(judge(image.substr(0, kPagesToJudge * kPageSize), size, kGiveBytes));
  if (size % kPageSize != 0 || size / kPageSize < page_count(bytes)) {
    return damaged("the image was cut short");
  }
  for (int64_t at = 0; at < size; at += kPageSize) {
    if (page_checksum_matches(bytes + at)) continue;
    return damaged(concat({"page ", at / kPageSize + 1, " fails its checksum"}));
  }
  return Ok{};
}

void clear_wal_flag(void* page) {
  if (!page_checksum_matches(page)) return;
  auto* bytes = static_cast<unsigned char*>(page);
  bytes[18] = bytes[19] = 1;
  write_page_checksum(page);
}

ImageHost::ImageHost(std::string_view image)
    : image_(image), size_(static_cast<int64_t>(image.size())) {
  if (image.empty()) return;
  pages_.push_back(std::make_unique<Page>());
  copy_page(0, pages_[0]->bytes);
  clear_wal_flag(pages_[0]->bytes);
}

/// The page as the image has it, zeros where that ends.
void ImageHost::copy_page(int64_t number, unsigned char* to) const {
  const int64_t at = number * kPageSize;
  const int64_t shown = std::clamp<int64_t>(static_cast<int64_t>(image_.size()) - at, 0, kPageSize);
  if (shown > 0) std::memcpy(to, image_.data() + at, shown);
  std::memset(to + shown, 0, kPageSize - shown);
}

/// The page for writing; null where memory ran out. No exception may leave: SQLite's frames are C.
ImageHost::Page* ImageHost::own_page(int64_t number) try {
  if (number >= static_cast<int64_t>(pages_.size())) pages_.resize(number + 1);
  std::unique_ptr<Page>& page = pages_[number];
  if (!page) {
    page = std::make_unique<Page>();
    copy_page(number, page->bytes);
  }
  return page.get();
} catch (const std::bad_alloc&) {
  return nullptr;
}

int64_t ImageHost::read(StoreFile file, void* to, int64_t count, int64_t offset) {
  if (file != StoreFile::kDatabase) return companions_.read(file, to, count, offset);
  const int64_t available = std::clamp<int64_t>(size_ - offset, 0, count);
  auto* out = static_cast<unsigned char*>(to);
  for (int64_t done = 0; done < available;) {
    const int64_t number = (offset + done) / kPageSize;
    const int64_t from = (offset + done) % kPageSize;
    const int64_t part = std::min(available - done, kPageSize - from);
    unsigned char unchanged[kPageSize];
    const bool changed = number < static_cast<int64_t>(pages_.size()) && pages_[number];
    if (!changed) copy_page(number, unchanged);
    std::memcpy(out + done, (changed ? pages_[number]->bytes : unchanged) + from, part);
    done += part;
  }
  return available;
}

int64_t ImageHost::write(StoreFile file, const void* from, int64_t count, int64_t offset) {
  if (file != StoreFile::kDatabase) return companions_.write(file, from, count, offset);
  const auto* in = static_cast<const unsigned char*>(from);
  for (int64_t done = 0; done < count;) {
    const int64_t to = (offset + done) % kPageSize;
    const int64_t part = std::min(count - done, kPageSize - to);
    Page* page = own_page((offset + done) / kPageSize);
    if (page == nullptr) return kHostFull;
    std::memcpy(page->bytes + to, in + done, part);
    done += part;
  }
  size_ = std::max(size_, offset + count);
  return count;
}

/// What is cut off must read as zeros where the file grows again.
int ImageHost::truncate(StoreFile file, int64_t size) {
  if (file != StoreFile::kDatabase) return companions_.truncate(file, size);
  const int64_t last = size / kPageSize;
  if (size < size_ && size % kPageSize != 0) {
    Page* page = own_page(last);
    if (page == nullptr) return kHostFull;
    std::memset(page->bytes + size % kPageSize, 0, kPageSize - size % kPageSize);
  }
  const int64_t kept = last + (size % kPageSize != 0);
  if (kept < static_cast<int64_t>(pages_.size())) pages_.resize(kept);
  image_ = image_.substr(0, std::max<int64_t>(size, 0));
  size_ = size;
  return 0;
}

int64_t ImageHost::size(StoreFile file) {
  return file == StoreFile::kDatabase ? size_ : companions_.size(file);
}

}  // namespace loci
