// What can go wrong while a store that was given up is opened again: the call says so, nothing is
// lost, and later calls answer as if it had never happened.

#include <catch_amalgamated.hpp>
#include <cstdlib>
#include <new>

#include "store/checksum.h"
#include "support/release_calls.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr std::initializer_list<const char*> kQueries = {"apple kiwi", "pear 海边", ""};

/// The allocation to refuse, counted down; 0: none.
int64_t allocation_to_fail = 0;

bool refuses_allocation() { return allocation_to_fail > 0 && --allocation_to_fail == 0; }

/// An engine that gave its store up, and what others then did to it.
struct Absence {
  SharedDisk shared;
  std::unique_ptr<Engine> engine;
  int64_t revision = 57;

  Absence() {
    for (std::string& file : shared.disk.now.files) file.reserve(1 << 20);  // so the disk has room
    engine = open_engine(shared);
    for (int i = 0; i < 40; ++i) {
      add(*engine, "n", std::to_string(i), "apple 海边 " + std::to_string(i));
    }
    add_vector(*engine, "v", "apple", {1, 0, 0});
    picture_of(*engine, kQueries);  // the index of vectors is loaded
    REQUIRE(release(*engine));
    const auto other = open_engine(shared);
    for (int i = 0; i < 40; i += 3)
      add(*other, "n", std::to_string(i), "kiwi " + std::to_string(i));
    call(*other, &Engine::remove, {"n", "1"});
    add_vector(*other, "w", "pear", {0, 1, 0});
  }

  /// The first call after the absence.
  Reply call_back() { return engine->add(argument_list({item_json("n", "x", "pear")}), kCallTime); }

  /// Calls `method` while an allocation is refused; whether it came to that.
  bool call_without(int64_t allocation, Method method) {
    allocation_to_fail = allocation;
    try {
      const Reply reply = (engine.get()->*method)("[]", kCallTime);
      const bool is_memory = reply.ok() || reply.error().code == ErrorCode::kOutOfMemory;
      if (!is_memory) FAIL_CHECK(reply.error().message);
    } catch (const std::bad_alloc&) {
      engine->interrupted();  // as the bindings do
    }
    return std::exchange(allocation_to_fail, 0) == 0;
  }

  void require_all_is_well() {
    if (call(*engine, &Engine::get, {"n", "x"}).is_null()) add(*engine, "n", "x", "pear");
    CHECK(call(*engine, &Engine::revision) == revision + 1);
    const std::string picture = picture_of(*engine, kQueries);
    CHECK(call(*engine, &Engine::check)["ok"] == true);
    REQUIRE(release(*engine));
    require_same(picture, fresh_picture(shared, kQueries));
  }

  std::string code_of(Method method) {
    return json::parse(answer_of(*engine, method))["error"].value("code", "none");
  }
};

void write(FaultDisk& disk, int64_t at, std::string_view bytes) {
  disk.now.write(StoreFile::kDatabase, bytes, at);
}

}  // namespace

// Of all tests: what is allocated elsewhere is not counted.
void* operator new(size_t size) {
  void* const memory = refuses_allocation() ? nullptr : std::malloc(size > 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

TEST_CASE("a store that others hold is asked for again by each call") {
  Absence absence;
  const auto other = open_engine(absence.shared);
  for (const Method method : {&Engine::status, &Engine::items, &Engine::check, &Engine::revision}) {
    CHECK(absence.code_of(method) == "store_busy");
  }
  CHECK(absence.engine->export_bytes().error().code == ErrorCode::kStoreBusy);
  CHECK(absence.call_back().error().code == ErrorCode::kStoreBusy);
  CHECK(release(*absence.engine));
  REQUIRE(release(*other));
  absence.require_all_is_well();
}

TEST_CASE("a host that fails at any call while the store comes back leaves it as it was") {
  for (const bool for_good : {false, true}) {
    bool struck = true;
    for (int64_t call = 1; struck; ++call) {
      INFO("call " << call << (for_good ? " and all after it" : ""));
      Absence absence;
      absence.shared.disk.plan(
          {.call = call, .answer = kHostFailed, .for_good = for_good, .among = DiskCalls::kAll});
      const Reply reply = absence.call_back();
      struck = absence.shared.disk.struck();
      if (!reply.ok()) CHECK(reply.error().code == ErrorCode::kStorageError);
      CHECK((reply.ok() || struck));
      absence.shared.disk.plan({});
      absence.require_all_is_well();
      CHECK((call > 5 || struck));
    }
  }
}

TEST_CASE("memory that runs out while the store comes back costs nothing but the call") {
  int64_t allocation = 1;
  for (bool struck = true; struck; ++allocation) {
    INFO("allocation " << allocation);
    Absence absence;
    struck = absence.call_without(allocation, &Engine::revision);
    absence.require_all_is_well();
  }
  CHECK(allocation > 50);
}

TEST_CASE("an index of vectors that finds no room while it follows is tried again") {
  int64_t allocation = 50;
  for (bool struck = true; struck; ++allocation) {
    INFO("allocation " << allocation);
    Absence absence;
    {
      const auto other = open_engine(absence.shared);
      for (int i = 0; i < 40; ++i) {
        add_vector(*other, "w" + std::to_string(i), "pear", {1, static_cast<float>(i), 0});
      }
    }
    absence.revision += 40;
    struck = absence.call_without(allocation, &Engine::revision);
    absence.require_all_is_well();
  }
  CHECK(allocation > 100);
}

TEST_CASE("memory that runs out while a store is given up, or others have it, costs the call") {
  int64_t allocation = 1;
  for (bool struck = true; struck; ++allocation) {
    INFO("allocation " << allocation);
    Absence absence;
    call(*absence.engine, &Engine::revision);
    struck = absence.call_without(allocation, &Engine::release);
    absence.engine->interrupted();
    absence.require_all_is_well();
  }
  CHECK(allocation > 3);
}

TEST_CASE("a store whose header was damaged meanwhile is gated until it is mended") {
  Absence absence;
  const std::string sound = absence.shared.disk.now.at(StoreFile::kDatabase);
  write(absence.shared.disk, 0, "NoSQLite");
  CHECK(absence.code_of(&Engine::items) == "store_damaged");
  CHECK(call(*absence.engine, &Engine::check)["ok"] == false);
  REQUIRE(release(*absence.engine));
  write(absence.shared.disk, 0, sound);
  absence.require_all_is_well();
}

TEST_CASE("a store of another program in its place is refused and left alone") {
  Absence absence;
  const DiskFiles ours = absence.shared.disk.now;
  const std::string theirs(8192, 'x');
  absence.shared.disk.now.at(StoreFile::kDatabase) = theirs;
  CHECK(absence.code_of(&Engine::retrieve) == "unsupported_format");
  CHECK(absence.call_back().error().code == ErrorCode::kUnsupportedFormat);
  CHECK(absence.shared.disk.now.at(StoreFile::kDatabase) == theirs);
  absence.shared.disk.now = ours;
  absence.require_all_is_well();
}

TEST_CASE("a store that a later Loci took over is refused") {
  Absence absence;
  const DiskFiles before = absence.shared.disk.now;
  {
    auto store = Store::open(std::make_unique<TurnHost>(absence.shared), {});
    REQUIRE(store.value()->connection().execute("PRAGMA user_version=99").ok());
  }
  CHECK(absence.code_of(&Engine::items) == "unsupported_format");
  absence.shared.disk.now = before;
  absence.require_all_is_well();
}

TEST_CASE("pages that were damaged meanwhile are found as at an opening") {
  const auto pages = [](SharedDisk shared) {
    return static_cast<int64_t>(shared.disk.now.at(StoreFile::kDatabase).size()) / kPageSize;
  };
  for (int64_t page = 1; page < pages(Absence().shared); ++page) {
    INFO("page " << page + 1);
    Absence absence;
    write(absence.shared.disk, page * kPageSize + 100, "damage");
    SharedDisk copy;
    copy.disk.now = absence.shared.disk.now;
    auto fresh = Engine::open(std::make_unique<TurnHost>(copy), "[]");
    if (!fresh.ok()) {
      CHECK(absence.code_of(&Engine::items) == name_of(fresh.error().code));
      continue;
    }
    Attachments attachments;
    const json by_vector = {{"embedding", attachments.add({1, 0, 0})}};
    const std::string question = attachments.call({"apple", by_vector});
    // The first question finds damage among vectors, if what followed them has not found it before.
    answer_of(*absence.engine, &Engine::retrieve, question);
    answer_of(*fresh.value(), &Engine::retrieve, question);
    CHECK(answer_of(*absence.engine, &Engine::retrieve, question) ==
          answer_of(*fresh.value(), &Engine::retrieve, question));
    for (const Method method : {&Engine::items, &Engine::check, &Engine::export_markdown}) {
      CHECK(answer_of(*absence.engine, method) == answer_of(*fresh.value(), method));
    }
    CHECK(status_of(*absence.engine) == status_of(*fresh.value()));
  }
}

TEST_CASE("a store that was removed meanwhile is a new one, one in its place is read anew") {
  Absence absence;
  const DiskFiles before = absence.shared.disk.now;
  absence.shared.disk.now = {};
  CHECK(call(*absence.engine, &Engine::status)["items"] == 0);
  require_same(picture_of(*absence.engine, kQueries), fresh_picture(SharedDisk(), kQueries));
  REQUIRE(release(*absence.engine));
  SharedDisk other;  // with as many revisions as ours, and more
  {
    const auto elsewhere = open_engine(other);
    for (int i = 0; i < 70; ++i) add(*elsewhere, "n", std::to_string(i % 50), "pear");
  }
  absence.shared.disk.now = before;
  call(*absence.engine, &Engine::revision);
  REQUIRE(release(*absence.engine));
  absence.shared.disk.now = other.disk.now;
  require_same(picture_of(*absence.engine, kQueries), fresh_picture(other, kQueries));
}

TEST_CASE("a store in its place whose journal is cut like ours is told by its ids") {
  const auto write = [](SharedDisk& shared, std::initializer_list<const char*> names) {
    auto engine = open_engine(shared);
    for (const char* name : names) add(*engine, "n", name, std::string("apple ") + name);
    call(*engine, &Engine::compact, {{{"keepJournal", 0}}});
    release(*engine);
    return engine;
  };
  SharedDisk ours;
  const auto engine = write(ours, {"a", "a", "a"});
  SharedDisk theirs;
  write(theirs, {"a", "b", "c", "d"});
  ours.disk.now = theirs.disk.now;
  require_same(picture_of(*engine, kQueries), fresh_picture(theirs, kQueries));
}

TEST_CASE("embeddings that were damaged and were mended meanwhile are found again") {
  Absence absence;
  put_vectors(*open_engine(absence.shared), {{"v", {1, 0, 0}}});  // the index is to be loaded anew
  std::string& file = absence.shared.disk.now.at(StoreFile::kDatabase);
  const std::string sound = file;
  const float numbers[] = {1, 0, 0};
  const size_t at = file.find({reinterpret_cast<const char*>(numbers), sizeof numbers});
  REQUIRE(at != file.npos);
  file[at] ^= 1;
  CHECK(retrieve_by(*open_engine(absence.shared), {1, 0, 0})["warnings"].size() == 1);
  retrieve_by(*absence.engine, {1, 0, 0});
  CHECK(retrieve_by(*absence.engine, {1, 0, 0})["warnings"][0]["code"] == "vectors_damaged");
  REQUIRE(release(*absence.engine));
  file = sound;
  require_same(picture_of(*absence.engine, kQueries), fresh_picture(absence.shared, kQueries));
}
