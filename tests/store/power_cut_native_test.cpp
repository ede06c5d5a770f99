// The power-cut model: a workload runs on a disk that records each write and flush; then every disk
// that a power cut could have left at any moment of it is opened again. It must be sound, and hold
// whole transactions only: with Durability::kFull all that were acknowledged and at most the one
// that was on its way, with kRelaxed all up to some point, and no earlier one than the last flush,
// checkpoint or close.
//
// `[.long]` runs the same with larger texts, more seeds and 100 000 random disks.

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <set>

#include "support/power_cut.h"
#include "support/store_workload.h"

namespace loci::test {
namespace {

using Moments = std::vector<StoreRun::Moment>;

/// Which of the moments a cut may leave, as indices; -1 stands for the store without a table.
struct Allowed {
  long first = -1;
  long acknowledged = -1;
  long last = -1;
};

Allowed allowed_at(const Moments& moments, Durability durability, size_t cut) {
  Allowed allowed;
  for (long k = 0; k < static_cast<long>(moments.size()); ++k) {
    if (moments[k].begun < cut) allowed.last = k;
    if (moments[k].acknowledged <= cut) allowed.acknowledged = k;
    if (moments[k].confirmed <= cut) allowed.first = k;
  }
  if (durability == Durability::kFull) allowed.first = allowed.acknowledged;
  return allowed;
}

/// Judges disks that a cut can leave, each different one once.
class Judge {
 public:
  Judge(const Moments& moments, Durability durability)
      : moments_(moments), durability_(durability) {}

  void judge(size_t cut, const DiskFiles& files) {
    const Allowed allowed = allowed_at(moments_, durability_, cut);
    if (!is_new(files, allowed)) return;
    const Digest digest = recover(files, ++judged_ % 16 == 0);
    bool fits = allowed.first < 0 && digest == kNoTable;
    for (long k = std::max(allowed.first, 0L); k <= allowed.last; ++k) {
      fits = fits || moments_[k].digest == digest;
    }
    INFO("cut after " << cut << " events, transaction " << allowed.acknowledged << " acknowledged");
    REQUIRE(fits);
    if (allowed.acknowledged < 0) return;
    others_ += digest != moments_[allowed.acknowledged].digest;
  }

  int judged() const { return judged_; }

  /// Disks that held another content than the last acknowledged one.
  int others() const { return others_; }

 private:
  bool is_new(const DiskFiles& files, const Allowed& allowed) {
    Digest digest = static_cast<Digest>(allowed.first * 1000 + allowed.last);
    for (const std::string& file : files.files) mix(digest, file);
    return seen_.insert(digest).second;
  }

  const Moments& moments_;
  const Durability durability_;
  std::set<Digest> seen_;
  int judged_ = 0;
  int others_ = 0;
};

/// The disk at each moment of a run: after no event, after one, and so on.
std::vector<PowerCut> all_cuts(const FaultDisk& disk) {
  std::vector<PowerCut> cuts = {PowerCut(disk.events)};
  for (PowerCut next = cuts.back(); next.advance();) cuts.push_back(next);
  return cuts;
}

void cut_everywhere(Durability durability, int scale, uint64_t seed, int random_disks) {
  FaultDisk disk;
  disk.recording = true;
  StoreRun run(disk, durability);
  for (const Action& action : store_workload(scale)) REQUIRE(run.perform(action));
  REQUIRE(digest_of(*run.db()) == run.digest());

  std::mt19937_64 random(seed);
  Judge judge(run.moments(), durability);
  const std::vector<PowerCut> cuts = all_cuts(disk);
  for (const PowerCut& cut : cuts) {
    for_each_loss(cut, random, [&](const DiskFiles& files) { judge.judge(cut.position(), files); });
  }
  const int by_rule = judge.judged();
  for (int i = 0; i < random_disks; ++i) {
    const PowerCut& cut = cuts[random() % cuts.size()];
    judge.judge(cut.position(), random_loss(cut, random));
  }
  // That the model bites: many different disks, and some that lost or kept what was under way.
  INFO(disk.events.size() << " events, " << by_rule << " disks by rule, " << judge.judged());
  CHECK(by_rule > 5000);
  CHECK(judge.judged() > by_rule + random_disks / 4);
  CHECK(judge.others() > 500);
}

TEST_CASE("a power cut keeps each acknowledged transaction whole, with full durability") {
  cut_everywhere(Durability::kFull, 1, 1, 10'000);
}

TEST_CASE("a power cut loses at most the last transactions, with relaxed durability") {
  cut_everywhere(Durability::kRelaxed, 1, 2, 3'000);
}

TEST_CASE("power cuts at length", "[.long]") {
  for (uint64_t seed = 10; seed < 13; ++seed) {
    cut_everywhere(Durability::kFull, 3, seed, 100'000);
    cut_everywhere(Durability::kRelaxed, 3, seed, 100'000);
  }
}

/// An import on its way, between two contents.
TEST_CASE("a power cut during an import leaves the old store or the new one") {
  FaultDisk source_disk;
  StoreRun source(source_disk, Durability::kFull);
  for (const Action& action : store_workload(2)) REQUIRE(source.perform(action));
  auto image = source.db()->export_image();
  REQUIRE(image.ok());

  FaultDisk disk;
  disk.recording = true;
  StoreRun run(disk, Durability::kFull);
  REQUIRE(run.perform({Step::kTransaction, {{1, 300}, {2, 9000}}}));
  const size_t begun = disk.events.size();
  REQUIRE(run.db()->import_image(image.value()).ok());
  const size_t acknowledged = disk.events.size();
  run.db()->close();
  Moments moments = run.moments();
  moments.push_back({source.digest(), begun, acknowledged, acknowledged});

  std::mt19937_64 random(3);
  Judge judge(moments, Durability::kFull);
  const std::vector<PowerCut> cuts = all_cuts(disk);
  for (int i = 0; i < 3000; ++i) {
    const PowerCut& cut = cuts[begun + random() % (cuts.size() - begun)];
    judge.judge(cut.position(), random_loss(cut, random));
  }
  CHECK(judge.judged() > 1000);
  CHECK(judge.others() > 0);
}

}  // namespace
}  // namespace loci::test
