#include "text/short_text.h"

#include <catch_amalgamated.hpp>
#include <string>

namespace loci {
namespace {

std::string failure(std::string_view text) {
  const Status checked = check_short_text("wing", text, 8);
  return checked.ok() ? ""
                      : std::string(name_of(checked.error().code)) + ": " + checked.error().message;
}

TEST_CASE("a short text is neither blank nor long nor broken over lines") {
  for (const char* good : {"a", " a ", "12345678", "héé", "\u200b"}) {
    INFO(good);
    CHECK(failure(good).empty());
  }
  for (const char* blank : {"", " ", "\u3000\u00a0"}) {
    INFO(blank);
    CHECK(failure(blank) == "invalid_argument: wing: must hold something other than white space");
  }
  for (const char* broken : {"a\nb", "a\x7f", "\u0085 a"}) {
    INFO(broken);
    CHECK(failure(broken) == "invalid_argument: wing: must hold no control characters");
  }
  CHECK(failure("123456789").starts_with("too_large: wing"));
}

}  // namespace
}  // namespace loci
