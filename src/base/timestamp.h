#pragma once

/// Instants as text: the subset of ISO 8601 that people and programs write, and nothing that has to
/// be guessed. No clock is read here: "now" comes with the call.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "base/result.h"

namespace loci {

/// Reads a date `YYYY-MM-DD` (its midnight), or a date, one of `T`, `t` or a space, a time `hh:mm`
/// or `hh:mm:ss` with any number of fraction digits behind `.` or `,`, and a zone: `Z`, `z`,
/// `±hh:mm`, `±hhmm`, `±hh`, or nothing, which means UTC.
///
/// Returns microseconds since 1970-01-01T00:00:00Z; digits of the fraction past the sixth are cut
/// off, so an instant never moves forward. Days are checked against the Gregorian calendar. Years
/// 0001 to 9999 (after conversion to UTC, too), hours 0 to 23, seconds 0 to 59: 24:00 and the leap
/// second 60 are refused, as JavaScript's Date does. Anything else is `invalid_argument`; the
/// message names no argument, so callers put its name in front.
Result<int64_t> parse_instant(std::string_view text);

/// The instant of what has none: before every other.
inline constexpr int64_t kUndated = std::numeric_limits<int64_t>::min();

/// The instant of a text that was checked when it was written: kUndated where there is none, or
/// where it cannot be read any more.
int64_t instant_or_undated(std::string_view text);

/// The text under which an instant is stored: one that is in UTC already stays as it is spelled,
/// one with another offset becomes `YYYY-MM-DDThh:mm:ss[.fraction]Z` with all its fraction digits.
/// Fails like parse_instant().
Result<std::string> normalize_timestamp(std::string_view text);

/// `YYYY-MM-DDThh:mm:ss.sssZ`, as JavaScript's Date.prototype.toISOString.
/// `ms` counts milliseconds since 1970 UTC and is clamped to the years 0001 to 9999, so that the
/// result can always be read back.
std::string format_instant(int64_t ms);

}  // namespace loci
