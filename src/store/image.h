#pragma once

/// A whole database as bytes: what tells it from any other file, and a Host that shows one.

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "store/checksum.h"
#include "store/host.h"

namespace loci {

/// Whether the files at `host` look like a database of our page layout, judged by what every such
/// file has, before SQLite acts on a header that may be damaged. An absent database is fine, and so
/// is whatever a journal will yet roll back, until SQLite has `recovered` the files: a journal that
/// it leaves is none. `unsupported_format` for another kind of file, `store_damaged` for one of
/// ours whose header was hit.
Status check_layout(Host& host, bool recovered);

/// Whether `image` is a complete database of our page layout, by its header, its size and the
/// checksums of all its pages. The errors are those of check_layout.
Status verify_image(std::string_view image);

/// Makes the database whose first page stands at `page` one without a write-ahead log, if the page
/// is sound: header bytes 18 and 19 become 1, and the checksum follows. A damaged page stays as it
/// is, so that the damage is still found.
void clear_wal_flag(void* page);

/// Shows an image as a store that can only be read, and that asks for no write-ahead log. The bytes
/// are not copied and must outlive the host.
class ImageHost final : public Host {
 public:
  /// `image` has passed verify_image().
  explicit ImageHost(std::string_view image);

  int open() override { return 0; }
  int64_t read(StoreFile file, void* to, int64_t count, int64_t offset) override;
  int64_t write(StoreFile, const void*, int64_t, int64_t) override { return kHostReadOnly; }
  int truncate(StoreFile, int64_t) override { return kHostReadOnly; }
  int flush(StoreFile) override { return 0; }
  int64_t size(StoreFile file) override;
  void close() override {}
  bool durable() const override { return false; }

 private:
  std::string_view image_;
  unsigned char first_page_[kPageSize];
};

}  // namespace loci
