#pragma once

/// By what words find other forms of themselves in one memory: its option `forms`.

#include <optional>
#include <string_view>

#include "base/result.h"
#include "engine_arguments.h"
#include "text/forms.h"
#include "text/profile.h"

namespace loci {

/// All of them, the one first that the profile `default` has where nothing is said.
inline constexpr Forms kEveryForms[] = {Forms::kGrams, Forms::kOff, Forms::kStems, Forms::kBoth};
inline constexpr Forms kDefaultForms = kEveryForms[0];

/// The published name, such as "stems".
std::string_view name_of(Forms forms);

/// The option as it was given; none where it was not.
std::optional<Forms> read_forms(Fields& fields);

/// What a memory of this profile has. The profile `reference` finds words as they stand, so there
/// it is kOff, and to ask for more is `invalid_argument`: one of the two options would have to be
/// passed over, and whoever compares the profiles would measure something else than he thinks.
Result<Forms> forms_in(Profile profile, std::optional<Forms> given);

}  // namespace loci
