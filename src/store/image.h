#pragma once

/// A whole database as bytes: what tells it from any other file, and a Host that shows one.

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/checksum.h"
#include "store/host.h"
#include "store/memory_host.h"

namespace loci {

/// Whether the files at `host` look like a database of our page layout, judged by what every such
/// file has, before SQLite acts on a header that may be damaged. An absent database is fine, and so
/// is whatever a journal will yet roll back, until SQLite has `recovered` the files: a journal that
/// it leaves is none. `unsupported_format` for another kind of file, `store_damaged` for one of
/// ours whose header was hit.
Status check_layout(Host& host, bool recovered);

/// Whether `page` is the first of a database of our page layout that has all its pages in `size`
/// bytes. `page` holds kPageSize bytes.
bool is_first_page(const void* page, int64_t size);

/// Makes of `page` the first of a database without tables, which has as many pages as its file, and
/// asks for a log or not.
void write_blank_first_page(void* page, bool log);

/// Whether `image` is a complete database of our page layout, by its header, its size and the
/// checksums of all its pages. The errors are those of check_layout.
Status verify_image(std::string_view image);

/// Makes the database whose first page stands at `page` one without a write-ahead log, if the page
/// is sound: header bytes 18 and 19 become 1, and the checksum follows. A damaged page stays as it
/// is, so that the damage is still found.
void clear_wal_flag(void* page);

/// Shows an image as a store in memory that asks for no write-ahead log. Pages that are written are
/// copied, the image stays as it is. Its bytes must outlive the host.
class ImageHost final : public Host {
 public:
  /// `image` has passed verify_image().
  explicit ImageHost(std::string_view image);

  int open() override { return 0; }
  int64_t read(StoreFile file, void* to, int64_t count, int64_t offset) override;
  int64_t write(StoreFile file, const void* from, int64_t count, int64_t offset) override;
  int truncate(StoreFile file, int64_t size) override;
  int flush(StoreFile) override { return 0; }
  int64_t size(StoreFile file) override;
  void close() override {}
  bool durable() const override { return false; }

 private:
  struct Page {
    unsigned char bytes[kPageSize];
  };

  void copy_page(int64_t number, unsigned char* to) const;
  Page* own_page(int64_t number);

  std::string_view image_;                    // as far as it still shows
  int64_t size_;                              // of the database
  std::vector<std::unique_ptr<Page>> pages_;  // by number from 0; null, or past the end: unchanged
  MemoryHost companions_;                     // the other files
};

}  // namespace loci
