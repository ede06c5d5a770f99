#pragma once

/// How embeddings stand in the arguments of a call.

#include <string>

#include "base/result.h"
#include "engine_arguments.h"

namespace loci {

inline constexpr size_t kMaxModelBytes = 512;
inline constexpr int64_t kDefaultPendingLimit = 100;

/// Says that stored embeddings are damaged.
Warning vector_damage_warning();

/// The only option of the calls that write embeddings, `model`; empty where it is absent.
Result<std::string> read_model(const Arguments& arguments, size_t at);

}  // namespace loci
