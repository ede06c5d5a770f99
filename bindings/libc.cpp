// Functions of the C library that the module has in a smaller form. The JSON library asks for them,
// Embind for siprintf() and SQLite for the last; the C library's own would take 22 KB: numbers in
// 128-bit floats, a second printf beside SQLite's, and the names of months.
//
// A definition here goes before that of the library, which is an archive. Its strtof() and
// strtold() stand in one file with strtod(), so they have to be here as well.

#include <sqlite3.h>

#include <cstdarg>
#include <cstddef>
#include <cstring>
#include <ctime>

#include "base/decimal.h"

extern "C" {

// Reads what JSON allows: no white space before, no hexadecimal digits, no names of numbers.
double strtod(const char* text, char** end) {
  const loci::DecimalNumber number = loci::parse_decimal(text);
  if (end != nullptr) *end = const_cast<char*>(text) + number.length;
  return number.value;
}

float strtof(const char* text, char** end) { return static_cast<float>(strtod(text, end)); }

long double strtold(const char* text, char** end) { return strtod(text, end); }

// Returns what it wrote, not what it would have written with more room.
int snprintf(char* out, size_t size, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  sqlite3_vsnprintf(static_cast<int>(size), out, format, arguments);
  va_end(arguments);
  return static_cast<int>(std::strlen(out));
}

// What the compiler makes of sprintf() where no argument is a float. Embind writes the name of a
// type without one by it, "%p" into 80 bytes: an address, which is far shorter.
int siprintf(char* out, const char* format, ...) {
  constexpr int kMost = 80;
  va_list arguments;
  va_start(arguments, format);
  sqlite3_vsnprintf(kMost, out, format, arguments);
  va_end(arguments);
  return static_cast<int>(std::strlen(out));
}

// For CURRENT_TIME of SQL, which no statement of ours asks for: there is no clock in here.
size_t strftime(char*, size_t, const char*, const struct tm*) { return 0; }
}
