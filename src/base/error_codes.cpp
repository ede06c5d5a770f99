#include "base/error_codes.h"

namespace loci {

std::string_view name_of(ErrorCode code) noexcept {
  switch (code) {
#define LOCI_CASE(enumerator, name, when) \
  case ErrorCode::enumerator:             \
    return name;
    LOCI_ERROR_CODES(LOCI_CASE)
#undef LOCI_CASE
  }
  return "internal";
}

}  // namespace loci
