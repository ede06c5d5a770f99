// Lookups in the tables that generate.mjs makes of the Unicode Character Database. A table is a
// sorted column of 16-bit starts with its values in columns beside it, searched by halves within
// one plane. Columns that rise are kept as the steps between their values, which the first call
// adds up. Below U+1000, where most text of alphabets lies, and for kana, properties and single
// foldings come from a table that the first call fills: fast without a byte in the wasm.
//
//   fold(U+1EA4 Ấ)   pair: Â + acute; pair: A + circumflex; run: A -> a
//                    gives a, U+0302, U+0301
//
// The idea of folding to a fixed point is NFKC_Casefold of UAX #31, less what breaks words. Given
// up: anything about characters that cannot be part of a word.
//
// Tested by tests/text/unicode_test.cpp.

#include "text/unicode/unicode.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/sort.h"

namespace loci::unicode {
namespace {

#include "unicode_tables.inc"

// The fast table: the characters below U+1000, then kana.
constexpr char32_t kFastAlphabets = 0x1000;
constexpr char32_t kFirstKana = 0x3000;
constexpr char32_t kLastKana = 0x30FF;
constexpr size_t kFastSize = kFastAlphabets + (kLastKana - kFirstKana + 1);
// In the fast table: folds to more than one character, or to one past U+FFFF.
constexpr char16_t kSlowFold = 0xFFFF;

// Kinds of a run of foldings; from kFirstPool on, kind - kFirstPool + 1 UTF-16 units a character
// stand in kFoldPool.
enum FoldKind : uint8_t { kShift, kShiftToPlane0, kAlternate, kFirstPool };

constexpr char32_t kHangulFirst = 0xAC00;
constexpr char32_t kHangulLast = 0xD7A3;
constexpr char32_t kJamoL = 0x1100;
constexpr char32_t kJamoV = 0x1161;
constexpr char32_t kJamoT = 0x11A7;  // one before the first final consonant
constexpr char32_t kCountL = 19;
constexpr char32_t kCountV = 21;
constexpr char32_t kCountT = 28;

constexpr bool between(char32_t c, char32_t first, char32_t last) {
  return c >= first && c <= last;
}

constexpr bool is_hangul_syllable(char32_t c) { return between(c, kHangulFirst, kHangulLast); }

/// Letters by the ten thousand that all tables would only call letters that fold to themselves.
constexpr bool is_plain_ideograph(char32_t c) {
  return between(c, 0x3400, 0x4DBF) || between(c, 0x4E00, 0x9FFF);
}

// ---- Columns ----

/// Fills a column from what generate.mjs calls its steps.
void add_up(const uint8_t* steps, std::span<uint16_t> column) {
  uint32_t value = 0;
  for (uint16_t& out : column) {
    uint32_t step = *steps & 127u;
    for (int shift = 7; *steps++ > 127; shift += 7) step |= (*steps & 127u) << shift;
    value += step;
    out = static_cast<uint16_t>(value);
  }
}

struct Columns {
  std::array<uint16_t, kPropertyStartsCount> property_starts;
  std::array<uint16_t, kClassStartsCount> class_starts;
  std::array<uint16_t, kFoldStartsCount> fold_starts;
  std::array<uint16_t, kPairFirstsCount> pair_firsts;
  std::array<uint16_t, kPairCompositesCount> pair_composites;
  std::array<uint32_t, kPairCompositesCount> pairs_by_composite;  // composite << 16 | pair

  Columns() {
    add_up(kPropertyStarts, property_starts);
    add_up(kClassStarts, class_starts);
    add_up(kFoldStarts, fold_starts);
    add_up(kPairFirsts, pair_firsts);
    add_up(kPairComposites, pair_composites);
    for (uint32_t pair = 0; pair < pair_composites.size(); ++pair) {
      pairs_by_composite[pair] = uint32_t{pair_composites[pair]} << 16 | pair;
    }
    heap_sort(pairs_by_composite.data(), pairs_by_composite.data() + kPairCompositesCount);
  }
};

const Columns& columns() {
  static const Columns columns;
  return columns;
}

/// Index of the last entry of `starts` at or before `c` within its plane, -1 when there is none.
int find_range(std::span<const uint16_t> column, const uint16_t (&planes)[5], char32_t c) {
  const char32_t plane = c >> 16;
  if (plane > 3) return -1;
  const uint16_t* const starts = column.data();
  const uint16_t* const first = starts + planes[plane];
  const uint16_t* const past =
      std::upper_bound(first, starts + planes[plane + 1], static_cast<uint16_t>(c));
  return past == first ? -1 : static_cast<int>(past - starts) - 1;
}

/// Index of `value` in a sorted column, or -1.
int find_value(const uint16_t* first, const uint16_t* last, char32_t value) {
  const uint16_t* const at = std::lower_bound(first, last, value);
  return at == last || *at != value ? -1 : static_cast<int>(at - first);
}

// ---- Properties ----

constexpr uint16_t pack(Category category, Script script) {
  return static_cast<uint16_t>(static_cast<unsigned>(script) << 3 |
                               static_cast<unsigned>(category));
}

constexpr Properties unpack(uint16_t property) {
  return {static_cast<Category>(property & 7), static_cast<Script>(property >> 3)};
}

constexpr bool is_supplementary_selector(char32_t c) { return between(c, 0xE0100, 0xE01EF); }

uint16_t search_property(char32_t c) {
  if (is_supplementary_selector(c)) return pack(Category::kMark, Script::kInherited);
  const int range = find_range(columns().property_starts, kPropertyPlanes, c);
  if (range < 0) return pack(Category::kOther, Script::kCommon);
  const uint16_t* const values = c < 0x10000 ? kPropertiesOfPlane0 : kPropertiesBeyond;
  return values[kPropertyNumbers[range]];
}

// ---- Canonical pairs ----

// Pairs are kept in 16 bits: those of plane 1 lie in U+11000–11FFF and are moved to E000–EFFF,
// whose own characters are private and in no pair. As in generate.mjs.
constexpr char32_t kInNoPair = 0;

constexpr char32_t squeeze(char32_t c) {
  if (between(c, 0x11000, 0x11FFF)) return c - 0x3000;
  return c > 0xFFFF || between(c, 0xE000, 0xEFFF) ? kInNoPair : c;
}

constexpr char32_t unsqueeze(char32_t c) { return between(c, 0xE000, 0xEFFF) ? c + 0x3000 : c; }

struct Pair {
  char32_t first = 0;
  char32_t second = 0;
};

/// The canonical pair of a composite, {0, 0} for any other character.
Pair find_pair(char32_t c) {
  const char32_t key = squeeze(c);
  const auto& pairs = columns().pairs_by_composite;
  const auto* const at = std::lower_bound(pairs.begin(), pairs.end(), key << 16);
  if (at == pairs.end() || *at >> 16 != key) return {};
  const uint32_t pair = *at & 0xFFFF;
  const auto group = std::upper_bound(std::begin(kPairGroups), std::end(kPairGroups), pair) - 1;
  const char32_t second = kPairSeconds[group - std::begin(kPairGroups)];
  return {unsqueeze(columns().pair_firsts[pair]), unsqueeze(second)};
}

char32_t compose_hangul(char32_t first, char32_t second) {
  if (first - kJamoL < kCountL && second - kJamoV < kCountV) {
    return kHangulFirst + ((first - kJamoL) * kCountV + (second - kJamoV)) * kCountT;
  }
  const bool open = is_hangul_syllable(first) && (first - kHangulFirst) % kCountT == 0;
  const bool final = second > kJamoT && second < kJamoT + kCountT;
  return open && final ? first + (second - kJamoT) : 0;
}

// ---- Folding ----

/// Decodes `units` UTF-16 units of the pool.
size_t read_pool(size_t at, size_t units, char32_t* out) {
  size_t length = 0;
  for (const size_t end = at + units; at < end; ++at) {
    char32_t c = kFoldPool[at];
    if (between(c, 0xD800, 0xDBFF))
      c = 0x10000 + ((c - 0xD800) << 10) + (kFoldPool[++at] - 0xDC00u);
    out[length++] = c;
  }
  return length;
}

/// The runs hold no ASCII.
size_t fold_by_runs(char32_t c, char32_t* out) {
  *out = between(c, 'A', 'Z') ? c + ('a' - 'A') : c;
  const int run = find_range(columns().fold_starts, kFoldPlanes, c);
  if (run < 0) return 1;
  const char32_t offset = (c & 0xFFFF) - columns().fold_starts[run];
  if (offset >= kFoldCounts[run]) return 1;
  const uint8_t kind = kFoldKinds[run];
  const char32_t target = kFoldTargets[run];
  if (kind >= kFirstPool) {
    const size_t units = kind - kFirstPool + 1u;
    return read_pool(target + offset * units, units, out);
  }
  if (kind == kAlternate) *out = c + (offset % 2 == 0);
  if (kind == kShift) *out = (c & 0xFFFF0000) + target + offset;
  if (kind == kShiftToPlane0) *out = target + offset;
  return 1;
}

/// Decimal digits come in runs of ten from zero, each run (or several) one range of the table.
char32_t fold_digit(char32_t c) {
  const int range = find_range(columns().property_starts, kPropertyPlanes, c);
  return '0' + ((c & 0xFFFF) - columns().property_starts[range]) % 10;
}

size_t search_fold(char32_t c, char32_t* out) {
  if (unpack(search_property(c)).category == Category::kDigit) {
    *out = fold_digit(c);
    return 1;
  }
  constexpr size_t kDeepest = 4;
  char32_t seconds[kDeepest];
  size_t depth = 0;
  for (Pair pair = find_pair(c); pair.first != 0 && depth < kDeepest; pair = find_pair(c)) {
    seconds[depth++] = pair.second;
    c = pair.first;
  }
  size_t length = fold_by_runs(c, out);
  while (depth > 0) out[length++] = seconds[--depth];
  return length;
}

// ---- The fast table ----

struct Fast {
  uint16_t property = 0;
  char16_t folded = 0;
};

using FastTable = std::array<Fast, kFastSize>;

/// The place of a character in the fast table, kFastSize for one that has none.
constexpr size_t fast_slot(char32_t c) {
  if (c < kFastAlphabets) return c;
  return between(c, kFirstKana, kLastKana) ? kFastAlphabets + (c - kFirstKana) : kFastSize;
}

FastTable fill_fast() {
  FastTable table;
  for (char32_t c = 0; c <= kLastKana; ++c) {
    const size_t slot = fast_slot(c);
    if (slot == kFastSize) continue;
    char32_t out[kMaxFold];
    const bool single = search_fold(c, out) == 1 && out[0] < kSlowFold;
    table[slot] = {search_property(c), single ? static_cast<char16_t>(out[0]) : kSlowFold};
  }
  return table;
}

/// The entry of a character, null for one that has none.
const Fast* find_fast(char32_t c) {
  static const FastTable table = fill_fast();
  const size_t slot = fast_slot(c);
  return slot == kFastSize ? nullptr : &table[slot];
}

}  // namespace

Properties properties(char32_t c) {
  if (const Fast* fast = find_fast(c)) return unpack(fast->property);
  if (is_plain_ideograph(c)) return {Category::kLetter, Script::kHan};
  if (is_hangul_syllable(c)) return {Category::kLetter, Script::kHangul};
  return unpack(search_property(c));
}

bool is_ignorable(char32_t c) noexcept {
  if (c < 0x34F) return c == 0xAD;
  return c == 0x34F || c == 0x61C || c == 0x640 || between(c, 0x180B, 0x180F) || c == 0x200C ||
         c == 0x200D || c == 0x2060 || between(c, 0xFE00, 0xFE0F) || c == 0xFEFF ||
         is_supplementary_selector(c);
}

uint8_t combining_class(char32_t c) noexcept {
  if (c < 0x300 || is_plain_ideograph(c) || is_hangul_syllable(c)) return 0;
  const int run = find_range(columns().class_starts, kClassPlanes, c);
  if (run < 0 || (c & 0xFFFF) - columns().class_starts[run] >= kClassCounts[run]) return 0;
  return kClassValues[run];
}

char32_t compose(char32_t first, char32_t second) noexcept {
  if (const char32_t syllable = compose_hangul(first, second); syllable != 0) return syllable;
  const int group = find_value(std::begin(kPairSeconds), std::end(kPairSeconds), squeeze(second));
  if (group < 0) return 0;
  const uint16_t* const all = columns().pair_firsts.data();
  const int at = find_value(all + kPairGroups[group], all + kPairGroups[group + 1], squeeze(first));
  return at < 0 ? 0 : unsqueeze(columns().pair_composites[kPairGroups[group] + at]);
}

size_t fold(char32_t c, char32_t* out) noexcept {
  *out = c;
  if (const Fast* fast = find_fast(c)) {
    if (fast->folded == kSlowFold) return search_fold(c, out);
    *out = fast->folded;
    return 1;
  }
  if (is_plain_ideograph(c) || is_hangul_syllable(c)) return 1;
  return search_fold(c, out);
}

}  // namespace loci::unicode
