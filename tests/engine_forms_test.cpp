// The option `forms`: what is read, what is refused, and what status and contract say of it.

#include "engine_forms.h"

#include <catch_amalgamated.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "engine.h"
#include "store/memory_host.h"

using namespace loci;
using nlohmann::json;

namespace {

Result<std::unique_ptr<Engine>> open(const json& options) {
  return Engine::open(std::make_unique<MemoryHost>(), json::array({options}).dump());
}

std::string forms_of(const json& options) {
  auto engine = open(options);
  REQUIRE(engine.ok());
  return json::parse(engine.value()->status("[]", 0).value())["forms"];
}

std::string refusal_of(const json& options) {
  const auto engine = open(options);
  REQUIRE(!engine.ok());
  CHECK(engine.error().code == ErrorCode::kInvalidArgument);
  return engine.error().message;
}

}  // namespace

TEST_CASE("a memory has the forms that it was opened with") {
  CHECK(forms_of(json::object()) == name_of(kDefaultForms));
  CHECK(forms_of({{"profile", "default"}}) == name_of(kDefaultForms));
  for (const char* word : {"off", "stems", "grams", "both"}) {
    CHECK(forms_of({{"forms", word}}) == word);
  }
  for (const json& value : {json("x"), json(5), json(nullptr), json(json::array({"off"}))}) {
    CHECK(refusal_of({{"forms", value}}).starts_with("forms must be one of 'grams' 'off' "));
  }
}

TEST_CASE("the profile reference refuses forms rather than passing them over") {
  CHECK(forms_of({{"profile", "reference"}}) == "off");
  CHECK(forms_of({{"profile", "reference"}, {"forms", "off"}}) == "off");
  for (const char* word : {"stems", "grams", "both"}) {
    const std::string told = refusal_of({{"profile", "reference"}, {"forms", word}});
    CHECK(told.starts_with("forms must be 'off' in the profile reference"));
    CHECK(told.ends_with(std::string("not '") + word + "'"));
  }
  CHECK(refusal_of({{"profile", "reference"}, {"forms", "x"}}).starts_with("forms must be one of"));
}

TEST_CASE("contract lists all forms, the default first") {
  const json forms = json::parse(contract())["options"]["openMemory"]["forms"];
  CHECK(forms == json({"grams", "off", "stems", "both"}));
  CHECK(forms[0] == name_of(kDefaultForms));
}
