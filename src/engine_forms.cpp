// Tested by tests/engine_forms_test.cpp and through the bindings by tests/js/forms.test.js.

#include "engine_forms.h"

namespace loci {

std::string_view name_of(Forms forms) {
  switch (forms) {
    case Forms::kOff:
      return "off";
    case Forms::kStems:
      return "stems";
    case Forms::kGrams:
      return "grams";
    case Forms::kBoth:
      break;
  }
  return "both";
}

std::optional<Forms> read_forms(Fields& fields) {
  if (!fields.has("forms")) return std::nullopt;
  const auto name = [](size_t at) { return name_of(kEveryForms[at]); };
  const std::string_view given = fields.choice("forms", {name(0), name(1), name(2), name(3)});
  for (const Forms forms : kEveryForms) {
    if (name_of(forms) == given) return forms;
  }
  return kDefaultForms;
}

Result<Forms> forms_in(Profile profile, std::optional<Forms> given) {
  if (profile == Profile::kDefault) return given.value_or(kDefaultForms);
  if (given.value_or(Forms::kOff) == Forms::kOff) return Forms::kOff;
  return invalid_argument(
      {"forms must be 'off' in the profile reference, which finds words as they"
       " stand, not '",
       name_of(*given), "'"});
}

}  // namespace loci
