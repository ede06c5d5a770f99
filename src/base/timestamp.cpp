// Timestamps: a cursor walks the text once; the calendar is a sum of days.
//
// The count of days since 1970 follows Howard Hinnant's "chrono-compatible low-level date
// algorithms": a year begins in March, so that the leap day is its last, and 400 years are one era
// of 146 097 days. Example: 2024-02-29 is day 365 of the year that began on 2023-03-01.
//
// Tested by tests/base/timestamp_test.cpp.

#include "base/timestamp.h"

#include <algorithm>

namespace loci {
namespace {

constexpr int64_t kMicrosPerSecond = 1000000;
constexpr int64_t kSecondsPerDay = 86400;
constexpr int64_t kFirstDay = -719162;  // 0001-01-01
constexpr int64_t kLastDay = 2932896;   // 9999-12-31
constexpr int64_t kDaysPerEra = 146097;
constexpr int64_t kDaysToMarchOfYear0 = 719468;  // from 0000-03-01 to 1970-01-01

struct Date {
  int year, month, day;
};

/// A timestamp as it is spelled; `fraction` is a view of its digits.
struct Spelled {
  Date date{};
  int hour = 0, minute = 0, second = 0;
  std::string_view fraction;
  int offset_minutes = 0;
};

bool is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int days_in_month(int year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : kDays[month - 1];
}

/// Days since 1970-01-01 of a date in the years 1 to 9999.
int64_t days_from_date(Date date) {
  const int64_t year = date.month <= 2 ? date.year - 1 : date.year;
  const int64_t era = year / 400;
  const int64_t year_of_era = year % 400;
  const int64_t month_from_march = (date.month + 9) % 12;
  const int64_t day_of_year = (153 * month_from_march + 2) / 5 + date.day - 1;
  const int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * kDaysPerEra + day_of_era - kDaysToMarchOfYear0;
}

/// The inverse of days_from_date().
Date date_from_days(int64_t days) {
  days += kDaysToMarchOfYear0;
  const int64_t era = days / kDaysPerEra;
  const int64_t day_of_era = days % kDaysPerEra;
  const int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t month_from_march = (5 * day_of_year + 2) / 153;
  const int day = static_cast<int>(day_of_year - (153 * month_from_march + 2) / 5 + 1);
  const int month =
      static_cast<int>(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
  return {static_cast<int>(era * 400 + year_of_era + (month <= 2 ? 1 : 0)), month, day};
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Walks the text; every function says whether it found what it looks for, and moves past it.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }

  bool take_any(std::string_view characters) {
    if (rest_.empty() || characters.find(rest_.front()) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// Exactly `count` digits whose value lies in [low, high].
  bool take_number(size_t count, int low, int high, int& value) {
    if (rest_.size() < count || !std::all_of(rest_.begin(), rest_.begin() + count, is_digit)) {
      return false;
    }
    value = 0;
    for (size_t i = 0; i < count; ++i) value = value * 10 + (rest_[i] - '0');
    rest_.remove_prefix(count);
    return value >= low && value <= high;
  }

  std::string_view take_digits() {
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_digit);
    const std::string_view digits = rest_.substr(0, static_cast<size_t>(end - rest_.begin()));
    rest_.remove_prefix(digits.size());
    return digits;
  }

 private:
  std::string_view rest_;
};

bool read_date(Cursor& cursor, Date& date) {
  return cursor.take_number(4, 1, 9999, date.year) && cursor.take_any("-") &&
         cursor.take_number(2, 1, 12, date.month) && cursor.take_any("-") &&
         cursor.take_number(2, 1, days_in_month(date.year, date.month), date.day);
}

bool read_time(Cursor& cursor, Spelled& spelled) {
  if (!cursor.take_number(2, 0, 23, spelled.hour) || !cursor.take_any(":") ||
      !cursor.take_number(2, 0, 59, spelled.minute)) {
    return false;
  }
  if (!cursor.take_any(":")) return true;
  if (!cursor.take_number(2, 0, 59, spelled.second)) return false;
  if (!cursor.take_any(".,")) return true;
  spelled.fraction = cursor.take_digits();
  return !spelled.fraction.empty();
}

bool read_zone(Cursor& cursor, Spelled& spelled) {
  if (cursor.at_end() || cursor.take_any("Zz")) return true;
  const bool east = cursor.take_any("+");
  int hours = 0;
  int minutes = 0;
  if (!east && !cursor.take_any("-")) return false;
  if (!cursor.take_number(2, 0, 23, hours)) return false;
  const bool colon = cursor.take_any(":");
  if ((colon || !cursor.at_end()) && !cursor.take_number(2, 0, 59, minutes)) return false;
  spelled.offset_minutes = (east ? 1 : -1) * (hours * 60 + minutes);
  return true;
}

bool read(std::string_view text, Spelled& spelled) {
  Cursor cursor(text);
  if (!read_date(cursor, spelled.date)) return false;
  if (cursor.at_end()) return true;
  return cursor.take_any("Tt ") && read_time(cursor, spelled) && read_zone(cursor, spelled) &&
         cursor.at_end();
}

/// Whole seconds since 1970 UTC.
int64_t seconds_of(const Spelled& spelled) {
  const int64_t minutes = spelled.hour * 60 + spelled.minute - spelled.offset_minutes;
  return days_from_date(spelled.date) * kSecondsPerDay + minutes * 60 + spelled.second;
}

bool in_range(int64_t seconds) {
  return seconds >= kFirstDay * kSecondsPerDay && seconds < (kLastDay + 1) * kSecondsPerDay;
}

int64_t micros_of(std::string_view fraction) {
  int64_t micros = 0;
  for (size_t i = 0; i < 6; ++i)
    micros = micros * 10 + (i < fraction.size() ? fraction[i] - '0' : 0);
  return micros;
}

void append_number(std::string& out, int64_t value, int width) {
  int64_t unit = 1;
  for (int i = 1; i < width; ++i) unit *= 10;
  for (; unit > 0; unit /= 10) out += static_cast<char>('0' + value / unit % 10);
}

/// `YYYY-MM-DDThh:mm:ss` of seconds within range.
std::string format_seconds(int64_t seconds) {
  // Counted from the first day, so that no division meets a negative number.
  const int64_t since_first = seconds - kFirstDay * kSecondsPerDay;
  const Date date = date_from_days(since_first / kSecondsPerDay + kFirstDay);
  const int64_t time = since_first % kSecondsPerDay;
  std::string out;
  append_number(out, date.year, 4);
  append_number(out += '-', date.month, 2);
  append_number(out += '-', date.day, 2);
  append_number(out += 'T', time / 3600, 2);
  append_number(out += ':', time / 60 % 60, 2);
  append_number(out += ':', time % 60, 2);
  return out;
}

Result<Spelled> read_checked(std::string_view text) {
  Spelled spelled;
  if (read(text, spelled) && in_range(seconds_of(spelled))) return spelled;
  return invalid_argument(
      "not an ISO 8601 date or date-time of the years 0001 to 9999; write it like 2024-02-29 or "
      "2024-02-29T18:30:00Z");
}

}  // namespace

Result<int64_t> parse_instant(std::string_view text) {
  LOCI_ASSIGN(spelled, read_checked(text));
  return seconds_of(spelled) * kMicrosPerSecond + micros_of(spelled.fraction);
}

int64_t instant_or_undated(std::string_view text) {
  const auto instant = parse_instant(text);
  return instant.ok() ? instant.value() : kUndated;
}

Result<std::string> normalize_timestamp(std::string_view text) {
  LOCI_ASSIGN(spelled, read_checked(text));
  if (spelled.offset_minutes == 0) return std::string(text);
  std::string out = format_seconds(seconds_of(spelled));
  if (!spelled.fraction.empty()) (out += '.') += spelled.fraction;
  return out += 'Z';
}

std::string format_instant(int64_t ms) {
  constexpr int64_t kFirst = kFirstDay * kSecondsPerDay * 1000;
  constexpr int64_t kLast = (kLastDay + 1) * kSecondsPerDay * 1000 - 1;
  const int64_t since_first = std::clamp(ms, kFirst, kLast) - kFirst;
  std::string out = format_seconds((since_first + kFirst - since_first % 1000) / 1000);
  append_number(out += '.', since_first % 1000, 3);
  return out += 'Z';
}

}  // namespace loci
