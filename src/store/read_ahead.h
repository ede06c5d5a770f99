#pragma once

/// Reads of database pages that look ahead. Opening a store scans its items, page after page; on a
/// medium each read costs more than its bytes, so a page that follows closely upon the one before
/// brings a stretch of pages with it. Single reads here and there bring nothing but themselves.
///
/// Example: pages 7, 9, 10 are asked for. 7 is read alone; 9 follows closely, so 9 to 24 are read;
/// 10 is there.

#include <cstdint>
#include <memory>

#include "store/host.h"

namespace loci {

class ReadAhead {
 public:
  /// The host must outlive it. One that is neither durable nor atomic is memory: it is read as
  /// asked.
  explicit ReadAhead(Host& host) : host_(host), looks_ahead_(host.durable() || host.atomic()) {}

  /// As Host::read() of the page of the database at `offset`, a multiple of kPageSize.
  int64_t read_page(void* to, int64_t offset);

  /// To be called when the database changes.
  void forget() { held_ = 0; }

 private:
  bool holds(int64_t offset) const;
  bool follows_closely(int64_t offset) const;
  void look_ahead(int64_t offset);

  Host& host_;
  const bool looks_ahead_;
  std::unique_ptr<unsigned char[]> stretch_;
  int64_t begin_ = 0;  // of the stretch, in the database
  int64_t held_ = 0;   // its bytes
  int64_t last_ = 0;   // the offset that was read last
};

}  // namespace loci
