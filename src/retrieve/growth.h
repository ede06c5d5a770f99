#pragma once

#include "base/function_ref.h"
#include "base/result.h"

namespace loci {

/// Does what makes an index larger; false where memory did not suffice. An index is a help, and
/// must cost nobody a text or an answer: its owner forgets what was half done then.
Result<bool> grow(FunctionRef<Status()> work);

}  // namespace loci
