#pragma once

namespace loci {

/// Which rules apply; chosen when a memory is opened and never stored.
///
/// `kDefault` is what users get. `kReference` reproduces the system that the wiki face comes from,
/// oddities included, so that results can be compared with its own; it serves tests and benchmarks.
enum class Profile { kDefault, kReference };

}  // namespace loci
