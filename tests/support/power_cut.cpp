#include "support/power_cut.h"

#include <algorithm>
#include <string_view>

namespace loci::test {
namespace {

constexpr int64_t kSector = 512;

/// Applies those sectors of `event` that `mask` holds.
void apply(DiskFiles& files, const DiskEvent& event, SectorMask mask) {
  if (event.kind == DiskEvent::kTruncate) {
    if (mask & 1) files.at(event.file).resize(event.offset, '\0');
    return;
  }
  if (mask == kKept) return files.write(event.file, event.bytes, event.offset);
  const std::string_view bytes = event.bytes;
  for (int64_t done = 0; done < static_cast<int64_t>(bytes.size()); mask >>= 1) {
    const int64_t part = kSector - (event.offset + done) % kSector;
    if (mask & 1) files.write(event.file, bytes.substr(done, part), event.offset + done);
    done += part;
  }
}

}  // namespace

bool PowerCut::advance() {
  if (position_ == events_.size()) return false;
  const DiskEvent& event = events_[position_++];
  if (event.kind != DiskEvent::kFlush) {
    unconfirmed_.push_back(&event);
    return true;
  }
  std::erase_if(unconfirmed_, [&](const DiskEvent* earlier) {
    if (earlier->file != event.file) return false;
    apply(confirmed_, *earlier, kKept);
    return true;
  });
  return true;
}

int PowerCut::sectors(size_t i) const {
  const DiskEvent& event = *unconfirmed_[i];
  if (event.kind == DiskEvent::kTruncate || event.bytes.empty()) return 1;
  const int64_t last = event.offset + static_cast<int64_t>(event.bytes.size()) - 1;
  return static_cast<int>(last / kSector - event.offset / kSector) + 1;
}

DiskFiles PowerCut::leave(const std::vector<SectorMask>& masks) const {
  DiskFiles files = confirmed_;
  for (size_t i = 0; i < unconfirmed_.size(); ++i) apply(files, *unconfirmed_[i], masks[i]);
  return files;
}

}  // namespace loci::test
