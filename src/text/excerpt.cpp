// Three steps. Find the query's terms in the part that counts. Slide a window of the excerpt's
// length over them, and keep the first in which the most distinct ones lie, a form of a term
// counting a part of it:
//
//   terms {a b}      . . a . . . . . . a . b . . .        found, by their ends
//                                     [     ]             the place: as tight as it gets
//                             [               ]           the excerpt: context on both sides
//
// Then widen that place to an excerpt: to the start of the sentence or of a word before it, and on
// to a word's end. The term at the place's start need not be the first of its kind in the excerpt.
//
// The tokens are those of the index, read with a margin around the part, so that a word that its
// edge cuts is no term. Given up: weighing rare terms against common ones, and a second passage.
//
// Tested by tests/text/excerpt_test.cpp, against a search that tries every window, and by
// tests/fuzz/excerpt_fuzz.cpp.

#include "text/excerpt.h"

#include <algorithm>
#include <vector>

#include "base/function_ref.h"
#include "base/hash.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "text/code_points.h"
#include "text/spaceless_scanner.h"
#include "text/token.h"
#include "text/tokenizer.h"
#include "text/whitespace.h"

namespace loci {
namespace {

// Longer than nearly every word: where a stretch that is read begins and ends, one may be cut.
constexpr uint32_t kMargin = 64;
// How far an end is moved to meet a word's.
constexpr uint32_t kSlack = 20;

/// What a term is found by: itself, or a form.
struct Spelling {
  std::string_view text;
  uint32_t term;  // its number
  uint32_t sixteenths;
  bool lone_character;
};

struct Hit {
  uint32_t spelling;
  ChunkRange range;
};

/// The spellings of the query's terms for look-up, by keys of their hash and number: sorting these
/// costs no code of its own.
class Terms {
 public:
  explicit Terms(std::span<const ExcerptTerm> terms) {
    for (const ExcerptTerm& term : terms) {
      const uint32_t number = term_count();
      spellings_.push_back({term.term, number, term.sixteenths, term.lone_character});
      for (const auto& [form, sixteenths] : term.forms) {
        spellings_.push_back({form, number, sixteenths, false});
      }
      ends_.push_back(size());
    }
    for (uint32_t i = 0; i < size(); ++i) keys_.push_back(first_key(spellings_[i].text) | i);
    heap_sort(keys_.begin(), keys_.end());
  }

  uint32_t size() const { return static_cast<uint32_t>(spellings_.size()); }
  const Spelling& operator[](uint32_t number) const { return spellings_[number]; }

  uint32_t term_count() const { return static_cast<uint32_t>(ends_.size()); }
  /// The spellings of a term stand side by side, those of the next behind them.
  uint32_t end_of(uint32_t term) const { return ends_[term]; }
  uint32_t start_of(uint32_t term) const { return term == 0 ? 0 : ends_[term - 1]; }

  /// Calls back with the number of each spelling that a token is.
  void match(std::string_view token, TokenShape shape, FunctionRef<void(uint32_t)> visit) const {
    look_up(token, false, visit);
    if (shape != TokenShape::kBigram) return;
    // A lone character is the first of the two or the second. Either may carry marks, though no
    // language writes many.
    size_t splits = 0;
    for (size_t at = 1; at < token.size() && splits < kMostSplits; ++at) {
      if ((static_cast<unsigned char>(token[at]) & 0xC0) == 0x80) continue;
      ++splits;
      look_up(token.substr(0, at), true, visit);
      look_up(token.substr(at), true, visit);
    }
  }

 private:
  static constexpr size_t kMostSplits = 8;

  static uint64_t first_key(std::string_view term) { return uint64_t{hash_bytes(term)} << 32; }

  void look_up(std::string_view term, bool lone, FunctionRef<void(uint32_t)> visit) const {
    const uint64_t first = first_key(term);
    auto key = std::lower_bound(keys_.begin(), keys_.end(), first);
    for (; key != keys_.end() && *key - first <= UINT32_MAX; ++key) {
      const auto number = static_cast<uint32_t>(*key);
      const Spelling& found = spellings_[number];
      if (found.text == term && (!lone || found.lone_character)) visit(number);
    }
  }

  std::vector<Spelling> spellings_;
  std::vector<uint32_t> ends_;  // by term, in spellings_
  std::vector<uint64_t> keys_;
};

/// Where the terms stand in `part`. One that is longer than an excerpt counts as its beginning.
std::vector<Hit> find_hits(const CodePoints& points, ChunkRange part, const Terms& terms,
                           const Analyzer& analyzer) {
  std::vector<Hit> hits;
  if (terms.size() == 0) return hits;
  const uint32_t first = part.start - std::min(part.start, kMargin);
  TokenBuffer tokens;
  tokenize(points.slice(first, std::min(part.end + kMargin, points.size())), analyzer, tokens);
  for (const Token& token : tokens.tokens) {
    terms.match(tokens.term(token), token.shape, [&](uint32_t spelling) {
      const uint32_t base = points.byte_of(first);
      const uint32_t start = points.index_of(base + token.start);
      const uint32_t end = points.index_of(base + token.end);
      if (start < part.start || end > part.end) return;
      hits.push_back({spelling, {start, std::min(end, start + kExcerptLength)}});
    });
  }
  return hits;
}

/// The hits in the order of one of their edges, as edge << 32 | number.
std::vector<uint64_t> sort_by(uint32_t ChunkRange::* edge, const std::vector<Hit>& hits) {
  std::vector<uint64_t> keys;
  for (size_t i = 0; i < hits.size(); ++i) keys.push_back(uint64_t{hits[i].range.*edge} << 32 | i);
  heap_sort(keys.begin(), keys.end());
  return keys;
}

/// The tightest stretch, no longer than an excerpt, that holds the terms that count most together;
/// of several the one that ends first. There are hits.
class PlaceFinder {
 public:
  PlaceFinder(const std::vector<Hit>& hits, const Terms& terms)
      : hits_(hits), terms_(terms), counts_(terms.size()), worth_(terms.term_count()) {}

  ChunkRange find() {
    uint32_t most = 0;
    uint32_t end = 0;
    for (const uint64_t key : sort_by(&ChunkRange::end, hits_)) {
      const Hit& hit = hits_[static_cast<uint32_t>(key)];
      forget_before(window_start(hit.range.end));
      if (counts_[hit.spelling]++ == 0) value_anew(terms_[hit.spelling].term);
      if (sum_ <= most) continue;
      most = sum_;
      end = hit.range.end;
    }
    return {tightest_start(end), end};
  }

 private:
  static uint32_t window_start(uint32_t end) { return end - std::min(end, kExcerptLength); }

  // What starts before has been counted: it ends before as well.
  void forget_before(uint32_t start) {
    for (; oldest_ < starts_.size() && starts_[oldest_] >> 32 < start; ++oldest_) {
      const Hit& hit = hits_[static_cast<uint32_t>(starts_[oldest_])];
      if (--counts_[hit.spelling] == 0) value_anew(terms_[hit.spelling].term);
    }
  }

  // A term is worth the best of what is in the window of it.
  void value_anew(uint32_t term) {
    uint32_t worth = 0;
    for (uint32_t i = terms_.start_of(term); i < terms_.end_of(term); ++i) {
      if (counts_[i] > 0) worth = std::max(worth, terms_[i].sixteenths);
    }
    sum_ = sum_ - worth_[term] + worth;
    worth_[term] = worth;
  }

  // Where the window that ends there may start without a loss.
  uint32_t tightest_start(uint32_t end) const {
    std::vector<Hit> best(terms_.term_count(), {UINT32_MAX, {end, end}});
    for (const Hit& hit : hits_) {
      if (hit.range.start < window_start(end) || hit.range.end > end) continue;
      Hit& known = best[terms_[hit.spelling].term];
      const uint32_t worth = terms_[hit.spelling].sixteenths;
      const uint32_t before = known.spelling == UINT32_MAX ? 0 : terms_[known.spelling].sixteenths;
      if (worth > before || (worth == before && hit.range.start > known.range.start)) known = hit;
    }
    uint32_t start = end;
    for (const Hit& hit : best) start = std::min(start, hit.range.start);
    return start;
  }

  const std::vector<Hit>& hits_;
  const Terms& terms_;
  std::vector<uint32_t> counts_;  // by spelling: how often it is in the window
  std::vector<uint32_t> worth_;   // by term
  uint32_t sum_ = 0;              // of worth_
  std::vector<uint64_t> starts_ = sort_by(&ChunkRange::start, hits_);
  size_t oldest_ = 0;
};

// ---- Where an excerpt may begin and end ----

bool is_blank(const CodePoints& points, uint32_t at) { return is_whitespace(points[at]); }

bool ends_sentence(char32_t c) {
  return c == '.' || c == '!' || c == '?' || c == U'…' || c == U'।' || c == U'؟';
}

bool ends_sentence_without_blank(char32_t c) {
  return c == '\n' || c == '\r' || c == U'。' || c == U'！' || c == U'？' || c == U'｡';
}

bool is_spaceless(char32_t c) {
  const RunKind kind = run_kind(c);
  return kind >= RunKind::kCjk && kind != RunKind::kHangul;
}

bool starts_behind_blank(const CodePoints& points, uint32_t at) {
  const bool behind_blank = at == 0 || is_blank(points, at - 1);
  return behind_blank && !is_blank(points, at) && points.starts_cluster(at);
}

bool starts_word(const CodePoints& points, uint32_t at) {
  return starts_behind_blank(points, at) || (is_spaceless(points[at]) && points.starts_cluster(at));
}

bool starts_sentence(const CodePoints& points, uint32_t at) {
  if (at > 0 && ends_sentence_without_blank(points[at - 1])) {
    return !is_blank(points, at) && points.starts_cluster(at);
  }
  return starts_behind_blank(points, at) && (at < 2 || ends_sentence(points[at - 2]));
}

bool ends_word(const CodePoints& points, uint32_t at) {
  if (is_blank(points, at - 1)) return false;
  return at == points.size() || (is_blank(points, at) && points.starts_cluster(at));
}

/// The first start of a word in [from, to], less than the size, where one is near `from`; else the
/// first of a character, else `from`.
uint32_t choose_start(const CodePoints& points, uint32_t from, uint32_t to) {
  for (uint32_t at = from; at <= std::min(to, from + kSlack); ++at) {
    if (starts_word(points, at)) return at;
  }
  for (uint32_t at = from; at <= to; ++at) {
    if (points.starts_cluster(at)) return at;
  }
  return from;
}

/// The last start of a sentence in [from, to], less than the size; else choose_start(). What would
/// leave much of the excerpt empty at the end of [0, reach) is passed over.
uint32_t choose_sentence(const CodePoints& points, uint32_t from, uint32_t to, uint32_t reach) {
  const uint32_t latest = reach > kExcerptLength ? reach - kExcerptLength + 2 * kSlack : 0;
  for (uint32_t at = std::min(to, latest) + 1; at-- > from;) {
    if (starts_sentence(points, at)) return at;
  }
  return choose_start(points, from, to);
}

/// In [from, to], more than 0: the last end of a word near `to`, else of a character, else `to`.
uint32_t choose_end(const CodePoints& points, uint32_t from, uint32_t to) {
  for (uint32_t at = to; at >= from && at + kSlack >= to; --at) {
    if (ends_word(points, at)) return at;
  }
  for (uint32_t at = to; at >= from; --at) {
    if (points.starts_cluster(at)) return at;
  }
  return to;
}

/// Where the character begins that `at` stands in, if that is not before `least`; else `at`. Terms
/// may begin inside of one, as Thai's sara am does.
uint32_t whole_from(const CodePoints& points, uint32_t at, uint32_t least) {
  for (uint32_t start = at; start >= least; --start) {
    if (points.starts_cluster(start)) return start;
  }
  return at;
}

/// An excerpt of [0, reach) around a place: half of the room goes before it, and more where there
/// is not enough behind.
ChunkRange widen(const CodePoints& points, ChunkRange place, uint32_t reach) {
  const uint32_t room = kExcerptLength - (place.end - place.start);
  const uint32_t before = room - std::min(room / 2, reach - place.end);
  const uint32_t chosen =
      choose_sentence(points, place.start - std::min(place.start, before), place.start, reach);
  const uint32_t start =
      whole_from(points, chosen, place.end - std::min(place.end, kExcerptLength));
  const uint32_t end = std::min(start + kExcerptLength, reach);
  return {start, choose_end(points, std::max(place.end, start + 1), end)};
}

/// An excerpt of [0, reach) that shows what stands at `wanted`.
ChunkRange begin_at(const CodePoints& points, uint32_t wanted, uint32_t reach) {
  uint32_t from = wanted;
  while (!points.starts_cluster(from) && wanted - from < kExcerptLength) --from;
  const uint32_t start = choose_start(points, from, std::min(wanted + kSlack, reach - 1));
  return {start, choose_end(points, start + 1, std::min(start + kExcerptLength, reach))};
}

Excerpt cut(std::string_view content, const CodePoints& points, ChunkRange range) {
  const std::string_view text = points.slice(range.start, range.end);
  const auto before = utf8::utf16_length(content.substr(0, points.byte_of(range.start)));
  const auto start16 = static_cast<uint32_t>(before);
  const auto end16 = static_cast<uint32_t>(before + utf8::utf16_length(text));
  return {range, {start16, end16}, text};
}

}  // namespace

Excerpt take_excerpt(std::string_view content, std::span<const ExcerptTerm> terms,
                     std::optional<ChunkRange> within, const Analyzer& analyzer) {
  if (content.empty()) return {};
  const CodePoints points(content, kExcerptReach + kMargin);
  const uint32_t reach = std::min(points.size(), kExcerptReach);
  ChunkRange part = within.value_or(ChunkRange{0, reach});
  part.end = std::min(part.end, reach);
  if (part.start >= part.end) part = {0, reach};
  const Terms wanted(terms);
  const std::vector<Hit> hits = find_hits(points, part, wanted, analyzer);
  if (hits.empty()) return cut(content, points, begin_at(points, part.start, reach));
  const ChunkRange place = PlaceFinder(hits, wanted).find();
  return cut(content, points, widen(points, place, reach));
}

}  // namespace loci
