#include "store/memory_host.h"

#include <catch_amalgamated.hpp>

#include "support/fault_host.h"
#include "support/host_contract.h"

namespace loci::test {
namespace {

TEST_CASE("the memory host keeps the contract of hosts") {
  check_host_contract([] { return std::make_unique<MemoryHost>(); });
  CHECK_FALSE(MemoryHost().durable());
}

TEST_CASE("the fault host keeps the contract of hosts") {
  FaultDisk disk;
  check_host_contract([&disk] {
    disk = FaultDisk();
    return std::make_unique<FaultHost>(disk);
  });
}

TEST_CASE("closing the memory host gives its bytes up") {
  MemoryHost host;
  put(host, StoreFile::kDatabase, "gone", 0);
  host.close();
  CHECK(host.size(StoreFile::kDatabase) == 0);
}

TEST_CASE("the fault host gives its reserve up once, and others have none") {
  FaultDisk disk;
  FaultHost host(disk);
  disk.capacity = 10;
  disk.reserve = 6;
  CHECK(put(host, StoreFile::kWal, "12345", 0) == kHostFull);
  CHECK(host.release_reserve());
  CHECK_FALSE(host.release_reserve());
  CHECK(put(host, StoreFile::kWal, "12345", 0) == 5);
  CHECK_FALSE(MemoryHost().release_reserve());
}

TEST_CASE("the fault host fails the call it was told to fail, once or for good") {
  FaultDisk disk;
  FaultHost host(disk);
  disk.plan({.call = 2, .answer = kHostFull});
  CHECK(put(host, StoreFile::kWal, "one", 0) == 3);
  CHECK(put(host, StoreFile::kWal, "two", 3) == kHostFull);
  CHECK(disk.struck());
  CHECK(get(host, StoreFile::kWal, 9, 0) == "one");
  CHECK(put(host, StoreFile::kWal, "two", 3) == 3);
  disk.plan({.call = 1, .answer = kShortCount, .for_good = true});
  CHECK(put(host, StoreFile::kWal, "four", 6) == 2);
  CHECK(host.truncate(StoreFile::kWal, 0) == kHostFull);
  CHECK(host.flush(StoreFile::kWal) == kHostFull);
  CHECK(get(host, StoreFile::kWal, 9, 0) == "onetwofo");
}

}  // namespace
}  // namespace loci::test
