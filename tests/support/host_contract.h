#pragma once

/// What every Host must do, as one list of checks: run against the memory host and the fault host
/// here; tests/support/host_contract.js has the same rules for the hosts in JavaScript.

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cstdint>
#include <random>
#include <string>

#include "store/host.h"

namespace loci::test {

inline int64_t put(Host& host, StoreFile file, const std::string& bytes, int64_t offset) {
  return host.write(file, bytes.data(), static_cast<int64_t>(bytes.size()), offset);
}

/// What a read of `count` bytes gives; a failure fails the test.
inline std::string get(Host& host, StoreFile file, int64_t count, int64_t offset) {
  std::string bytes(count, '?');
  const int64_t got = host.read(file, bytes.data(), count, offset);
  REQUIRE(got >= 0);
  bytes.resize(got);
  return bytes;
}

inline void check_reads_and_writes(Host& host) {
  const StoreFile file = StoreFile::kDatabase;
  CHECK(host.size(file) == 0);
  CHECK(get(host, file, 10, 0).empty());
  CHECK(put(host, file, "hello", 0) == 5);
  CHECK(put(host, file, "J", 0) == 1);
  CHECK(get(host, file, 5, 0) == "Jello");
  CHECK(get(host, file, 10, 3) == "lo");
  CHECK(get(host, file, 10, 5).empty());
  CHECK(get(host, file, 10, 500).empty());
  CHECK(get(host, file, 0, 0).empty());
  CHECK(put(host, file, "", 3) == 0);
  CHECK(host.size(file) == 5);
}

inline void check_gaps_are_zero(Host& host) {
  const StoreFile file = StoreFile::kDatabase;
  CHECK(put(host, file, "x", 70'000) == 1);
  CHECK(host.size(file) == 70'001);
  CHECK(get(host, file, 70'000, 0).find_first_not_of('\0') == std::string::npos);
  CHECK(host.truncate(file, 3) == 0);
  CHECK(put(host, file, "abc", 0) == 3);
  CHECK(host.truncate(file, 2) == 0);
  CHECK(host.truncate(file, 100'000) == 0);
  CHECK(get(host, file, 3, 0) == std::string("ab\0", 3));
  CHECK(get(host, file, 1, 99'999) == std::string("\0", 1));
  CHECK(host.size(file) == 100'000);
  CHECK(host.truncate(file, 0) == 0);
  CHECK(host.size(file) == 0);
}

inline void check_files_are_apart(Host& host) {
  CHECK(put(host, StoreFile::kDatabase, "database", 0) == 8);
  CHECK(put(host, StoreFile::kWal, "log", 0) == 3);
  CHECK(put(host, StoreFile::kJournal, "journal", 0) == 7);
  CHECK(host.truncate(StoreFile::kWal, 0) == 0);
  CHECK(get(host, StoreFile::kDatabase, 20, 0) == "database");
  CHECK(get(host, StoreFile::kWal, 20, 0).empty());
  CHECK(get(host, StoreFile::kJournal, 20, 0) == "journal");
  for (StoreFile file : {StoreFile::kDatabase, StoreFile::kWal, StoreFile::kJournal}) {
    CHECK(host.flush(file) == 0);
  }
}

/// What stands between begin_commit() and commit() is taken as a whole, or not at all.
inline void check_commits(Host& host) {
  const StoreFile file = StoreFile::kDatabase;
  CHECK(put(host, file, "before", 0) == 6);
  CHECK(host.begin_commit() == 0);
  CHECK(put(host, file, "AF", 0) == 2);
  CHECK(put(host, file, "far", 9000) == 3);
  CHECK(get(host, file, 6, 0) == "AFfore");
  CHECK(host.size(file) == 9003);
  host.abandon_commit();
  host.abandon_commit();
  CHECK(get(host, file, 10, 0) == "before");
  CHECK(host.begin_commit() == 0);
  CHECK(put(host, file, "after, and more", 0) == 15);
  CHECK(host.truncate(file, 5) == 0);
  CHECK(host.commit() == 0);
  CHECK(get(host, file, 10, 0) == "after");
  CHECK(host.begin_commit() == 0);
  CHECK(put(host, file, "lost", 0) == 4);
  host.close();
  REQUIRE(host.open() == 0);
  CHECK(get(host, file, 10, 0) == "after");
}

inline void stage_commit(Host& host, const std::string& bytes) {
  CHECK(host.begin_commit() == 0);
  CHECK(put(host, StoreFile::kDatabase, bytes, 0) == static_cast<int64_t>(bytes.size()));
  CHECK(host.commit() == 0);
}

/// Staged commits become the store together, or not at all.
inline void check_stages(Host& host) {
  const StoreFile file = StoreFile::kDatabase;
  CHECK(put(host, file, "before", 0) == 6);
  CHECK(host.begin_stage() == 0);
  stage_commit(host, "first");
  CHECK(get(host, file, 10, 0) == "firste");
  CHECK(host.abandon_stage() == 0);
  CHECK(get(host, file, 10, 0) == "before");
  CHECK(host.begin_stage() == 0);
  stage_commit(host, "first");
  stage_commit(host, "SE");
  CHECK(host.end_stage() == 0);
  CHECK(get(host, file, 10, 0) == "SErste");
  CHECK(host.begin_stage() == 0);
  stage_commit(host, "lost, being longer");
  host.close();
  REQUIRE(host.open() == 0);
  CHECK(get(host, file, 10, 0) == "SErste");
}

/// A commit above the limit is refused, here or there, and one at the limit is not.
inline void check_commit_limit(Host& host) {
  const std::string page(4096, 'x');
  const auto write_pages = [&](int64_t pages) {
    CHECK(host.begin_commit() == 0);
    int64_t done = 0;
    for (int64_t at = 0; at < pages && done >= 0; ++at) {
      done = put(host, StoreFile::kDatabase, page, at * 4096);
    }
    const auto failure = done < 0 ? done : host.commit();
    if (failure != 0) host.abandon_commit();
    return failure;
  };
  CHECK(write_pages(kCommitLimit / 4096 + 1) == kHostTooLarge);
  CHECK(host.size(StoreFile::kDatabase) == 0);
  CHECK(write_pages(kCommitLimit / 4096) == 0);
  CHECK(host.size(StoreFile::kDatabase) == kCommitLimit);
}

/// Random calls against a string that grows.
inline void check_against_model(Host& host, uint64_t seed) {
  const StoreFile file = host.atomic() ? StoreFile::kDatabase : StoreFile::kWal;
  std::mt19937_64 random(seed);
  std::string model;
  for (int step = 0; step < 400; ++step) {
    const auto offset = static_cast<int64_t>(random() % 60'000);
    const auto count = static_cast<int64_t>(random() % 20'000);
    switch (random() % 4) {
      case 0:
        CHECK(host.truncate(file, offset) == 0);
        model.resize(offset, '\0');
        break;
      case 1: {
        const std::string bytes(count, static_cast<char>('a' + step % 26));
        CHECK(put(host, file, bytes, offset) == count);
        if (count > 0) model.resize(std::max<size_t>(model.size(), offset + count), '\0');
        model.replace(count > 0 ? offset : 0, count, bytes);
        break;
      }
      default: {
        const std::string expected = offset < static_cast<int64_t>(model.size())
                                         ? model.substr(offset, count)
                                         : std::string();
        CHECK((get(host, file, count, offset) == expected));
      }
    }
    CHECK(host.size(file) == static_cast<int64_t>(model.size()));
  }
}

/// Runs the list. `make` gives a new, empty host, not yet opened.
template <typename Make>
void check_host_contract(Make make) {
  const auto with = [&make](auto check) {
    auto host = make();
    REQUIRE(host->open() == 0);
    check(*host);
    host->close();
    host->close();
  };
  with(check_reads_and_writes);
  with(check_gaps_are_zero);
  if (make()->atomic()) {
    with(check_commits);
    with(check_stages);
    with(check_commit_limit);
  } else {
    with(check_files_are_apart);
  }
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    with([seed](Host& host) { check_against_model(host, seed); });
  }
}

}  // namespace loci::test
