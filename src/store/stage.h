#pragma once

/// A whole database handed to an atomic host: more than it takes in one commit.

#include <cstdint>

#include "store/host.h"

namespace loci {

/// Replaces the database at `to`, an atomic host with no commit open, by the first `size` bytes of
/// that at `from`, a multiple of kPageSize: several commits in one stage. 0, or a failure that left
/// `to` as it was.
int stage_database(Host& from, int64_t size, Host& to);

}  // namespace loci
