#include "store/read_ahead.h"

#include <catch_amalgamated.hpp>
#include <random>
#include <string>

#include "store/checksum.h"
#include "store/memory_host.h"

using namespace loci;

namespace {

/// Memory that claims to be a medium, counts its reads, and may fail the next of them.
class CountingHost final : public Host {
 public:
  int open() override { return 0; }
  int64_t read(StoreFile file, void* to, int64_t count, int64_t offset) override {
    ++reads;
    if (fails_next) {
      fails_next = false;
      return kHostFailed;
    }
    return memory.read(file, to, count, offset);
  }
  int64_t write(StoreFile file, const void* from, int64_t count, int64_t offset) override {
    return memory.write(file, from, count, offset);
  }
  int truncate(StoreFile file, int64_t size) override { return memory.truncate(file, size); }
  int flush(StoreFile) override { return 0; }
  int64_t size(StoreFile file) override { return memory.size(file); }
  void close() override {}
  bool durable() const override { return is_medium; }

  MemoryHost memory;
  int reads = 0;
  bool fails_next = false;
  bool is_medium = true;
};

void put_page(Host& host, int64_t page, char fill) {
  const std::string bytes(kPageSize, fill);
  REQUIRE(host.write(StoreFile::kDatabase, bytes.data(), kPageSize, page * kPageSize) == kPageSize);
}

void fill_pages(Host& host, int64_t pages) {
  for (int64_t page = 0; page < pages; ++page)
    put_page(host, page, static_cast<char>('a' + page % 26));
}

/// The first byte of a page that is read whole, or '-'.
char look(ReadAhead& ahead, int64_t page) {
  std::string bytes(kPageSize, '?');
  const int64_t got = ahead.read_page(bytes.data(), page * kPageSize);
  if (got != kPageSize) return '-';
  CHECK(bytes == std::string(kPageSize, bytes[0]));
  return bytes[0];
}

}  // namespace

TEST_CASE("a scan takes few reads, single pages one each") {
  CountingHost host;
  fill_pages(host, 160);
  ReadAhead scan(host);
  for (int64_t page = 1; page < 160; page += 2) CHECK(look(scan, page) == 'a' + page % 26);
  CHECK(host.reads <= 12);

  host.reads = 0;
  ReadAhead single(host);
  for (const int64_t page : {100, 3, 50, 2, 90}) look(single, page);
  CHECK(host.reads == 5);
}

TEST_CASE("memory is read as asked") {
  CountingHost host;
  host.is_medium = false;
  fill_pages(host, 32);
  ReadAhead ahead(host);
  for (int64_t page = 0; page < 32; ++page) look(ahead, page);
  CHECK(host.reads == 32);
}

TEST_CASE("the end of the file is short, and a stretch that fails is read page by page") {
  CountingHost host;
  fill_pages(host, 10);
  ReadAhead ahead(host);
  CHECK(look(ahead, 8) == 'i');
  CHECK(look(ahead, 9) == 'j');
  CHECK(look(ahead, 10) == '-');
  CHECK(look(ahead, 1) == 'b');
  host.fails_next = true;
  CHECK(look(ahead, 2) == 'c');
  CHECK(look(ahead, 3) == 'd');
}

TEST_CASE("reads ahead are what the host holds, whatever is written between") {
  std::mt19937 random(7);
  CountingHost host;
  ReadAhead ahead(host);
  fill_pages(host, 64);
  int64_t page = 0;
  for (int i = 0; i < 20'000; ++i) {
    switch (random() % 8) {
      case 0:
        put_page(host, random() % 64, static_cast<char>('a' + random() % 26));
        ahead.forget();
        break;
      case 1:
        page = random() % 70;
        break;
      default:
        page = (page + random() % 4) % 70;
    }
    std::string expected(kPageSize, '?');
    const int64_t size =
        host.memory.read(StoreFile::kDatabase, expected.data(), kPageSize, page * kPageSize);
    CHECK(look(ahead, page) == (size == kPageSize ? expected[0] : '-'));
  }
}
