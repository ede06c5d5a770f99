// Links, found in one pass. A scan starts at each `[[` and stops at the first bracket or line end;
// what it has read holds no bracket, so the search goes on behind it and reads no byte a third
// time.
//
//   [[a:[[b:c]]      stops at the third `[`: no link; the search goes on there and finds b:c
//   [[[a:b]]]        stops at once; the next `[[` is one byte further
//
// In `default` the text is first cut into what Markdown calls paragraphs, near enough: lines in a
// row that are neither blank nor fenced. Code spans live within one of them.
//
// Tested by tests/text/links_test.cpp, against a pattern matched the slow way, and by
// tests/fuzz/links_fuzz.cpp.

#include "text/links.h"

#include <algorithm>

#include "text/code_spans.h"
#include "text/fences.h"
#include "text/lines.h"
#include "text/whitespace.h"

namespace loci {
namespace {

/// Finds the links of one stretch of the text that are outside its code spans.
class LinkScanner {
 public:
  LinkScanner(std::string_view text, Profile profile, std::vector<Link>& out)
      : text_(text), profile_(profile), out_(out) {}

  /// Scans [start, end); `spans` are relative to `start`.
  void scan(size_t start, size_t end, const std::vector<Span>& spans) {
    const std::string_view part = text_.substr(0, end);
    auto span = spans.begin();
    for (size_t at = start; (at = part.find("[[", at)) != part.npos;) {
      while (span != spans.end() && start + span->end <= at) ++span;
      if (span != spans.end() && start + span->start <= at) {
        at = start + span->end;
        continue;
      }
      at = scan_one(part, at,
                    [&](size_t close) { return is_code(close - start, span, spans.end()); });
    }
  }

 private:
  using SpanAt = std::vector<Span>::const_iterator;

  /// Whether the brackets at `at` are code: both are or neither, for a span has backticks at its
  /// ends. Looks at the spans from `span` on.
  static bool is_code(size_t at, SpanAt span, SpanAt last) {
    while (span != last && span->end <= at) ++span;
    return span != last && span->start <= at;
  }

  /// Reads the candidate at `at`; returns where the search goes on.
  template <typename InCode>
  size_t scan_one(std::string_view part, size_t at, const InCode& in_code) {
    const size_t body = at + 2;
    const size_t stop = std::min(part.find_first_of(stops(), body), part.size());
    if (part.substr(stop, 2) == "]]" && !in_code(stop)) {
      add(part.substr(body, stop - body), at, stop + 2);
      return stop + 2;
    }
    return stop == body ? at + 1 : stop;
  }

  const char* stops() const { return profile_ == Profile::kReference ? "[]\n" : "[]\n\r"; }

  void add(std::string_view body, size_t start, size_t end) {
    const size_t colon = body.find(':');
    if (colon == body.npos || body.find(':', colon + 1) != body.npos) return;
    std::string_view name = body.substr(colon + 1);
    if (profile_ == Profile::kDefault) name = name.substr(0, name.find_first_of("|#"));
    const Link link = {trim(body.substr(0, colon)), trim(name), start, end};
    if (!link.category.empty() && !link.name.empty()) out_.push_back(link);
  }

  std::string_view text_;
  Profile profile_;
  std::vector<Link>& out_;
};

void scan_paragraph(std::string_view text, size_t start, size_t end, LinkScanner& scanner) {
  if (start == end) return;
  scanner.scan(start, end, find_code_spans(text.substr(start, end - start)));
}

void scan_markdown(std::string_view text, LinkScanner& scanner) {
  FenceTracker fences;
  LineReader lines(text);
  size_t paragraph = 0;
  size_t at = 0;
  for (Line line; lines.next(line); at += line.whole.size()) {
    const bool code = fences.feed(line.content);
    if (!code && !is_blank_line(line.content)) continue;
    scan_paragraph(text, paragraph, at, scanner);
    paragraph = at + line.whole.size();
  }
  scan_paragraph(text, paragraph, text.size(), scanner);
}

}  // namespace

std::vector<Link> parse_links(std::string_view text, Profile profile) {
  std::vector<Link> links;
  if (text.find("[[") == text.npos) return links;
  LinkScanner scanner(text, profile, links);
  if (profile == Profile::kReference) {
    scanner.scan(0, text.size(), {});
  } else {
    scan_markdown(text, scanner);
  }
  return links;
}

}  // namespace loci
