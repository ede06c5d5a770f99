// Reading Markdown in one pass over its lines (and one before, for the fences).
//
// A heading of level 2 ends one section and begins the next; every other line goes to the section's
// text, unescaped. What looks like a comment of ours goes there too, and its place is remembered:
// only when the section ends is it known which one was the last of its kind. That one is cut out
// again and read; those before it are content. So a comment pasted into content can set nothing as
// long as the real one follows, even in files written without escapes.
//
// Tested by tests/wiki/markdown_reader_test.cpp, tests/wiki/markdown_test.cpp and
// tests/fuzz/markdown_fuzz.cpp.

#include "wiki/markdown_reader.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <utility>

#include "base/concat.h"
#include "base/sort.h"
#include "text/whitespace.h"
#include "wiki/item_rules.h"
#include "wiki/markdown_comments.h"
#include "wiki/markdown_syntax.h"

namespace loci {
namespace {

using markdown::CommentKind;
using markdown::in_quotes;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kExtension = ".md";

char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// `Daily Life` as a category: `daily-life`. What cannot be one comes back as something that
/// check_category() refuses.
std::string fold_category(std::string_view text) {
  std::string folded(trim(text));
  std::transform(folded.begin(), folded.end(), folded.begin(), to_lower);
  std::replace(folded.begin(), folded.end(), ' ', '-');
  return folded;
}

std::string_view file_name(std::string_view path) {
  return path.substr(path.find_last_of("/\\") + 1);
}

bool has_markdown_extension(std::string_view name) {
  if (name.size() < kExtension.size()) return false;
  std::string extension(name.substr(name.size() - kExtension.size()));
  std::transform(extension.begin(), extension.end(), extension.begin(), to_lower);
  return extension == kExtension;
}

/// A comment of ours in the text of a section, whole line and terminator.
struct Comment {
  size_t offset = 0;
  size_t size = 0;  // 0: there is none
  int line = 0;
  std::string_view body;
};

/// The lines from one heading to the next. The first, up to the first heading of level 2, has no
/// name.
struct Section {
  std::string name;
  int line = 0;  // of the heading; without one, of the first that is not blank
  std::string text;
  Comment wikimem;
  Comment loci;
};

class FileReader {
 public:
  FileReader(const std::string& path, MarkdownReading& reading) : path_(path), reading_(reading) {}

  /// Reads the whole file; sets `readable` and fills the rest of the reading.
  void read(const std::optional<std::string>& text) {
    if (!read_category()) return;
    if (!text) return report(0, {"not UTF-8; save the file as UTF-8 and import it again"});
    reading_.readable = true;
    std::string_view body = *text;
    if (body.starts_with(kByteOrderMark)) body.remove_prefix(kByteOrderMark.size());
    read_lines(body);
    keep_last_of_each_name();
  }

 private:
  void report(int line, std::initializer_list<Part> what) {
    reading_.problems.push_back({path_, line, concat(what)});
  }

  bool read_category() {
    std::string_view name = file_name(path_);
    if (!has_markdown_extension(name)) {
      report(0, {"ignored: its name does not end in .md"});
      return false;
    }
    name.remove_suffix(kExtension.size());
    category_ = fold_category(name);
    if (auto status = check_category(category_); !status.ok()) {
      report(0, {"refused: the file's name gives the category of its items. ",
                 status.error().message});
      return false;
    }
    if (category_ != name) report(0, {"its items go to the category ", in_quotes(category_)});
    return true;
  }

  void read_lines(std::string_view text) {
    markdown::ClosedFences fences(text);
    LineReader lines(text);
    for (Line line; lines.next(line);) {
      ++line_;
      const bool code = fences.is_code(line);
      if (!code && (start_item(line.content) || take_title(line.content))) continue;
      note_begin(line.content);
      if (code) {
        (section_.text += line.content) += '\n';
      } else {
        append_prose(line.content);
      }
    }
    finish_section();
  }

  void note_begin(std::string_view line) {
    if (is_blank_line(line)) return;
    begun_ = true;
    if (section_.line == 0) section_.line = line_;
  }

  /// A heading of level 2 with a name that can be one begins an item.
  bool start_item(std::string_view line) {
    const auto heading = markdown::heading_text(line, 2);
    if (!heading) return false;
    const std::string permitted = with_permitted_characters(*heading);
    auto name = normalize_name(permitted);
    if (!name.ok()) {
      report(line_, {"the heading is kept as text, not as an item: ", name.error().message});
      return false;
    }
    if (permitted != *heading) {
      report(line_, {"the name ", in_quotes(*heading), " is imported as ", in_quotes(permitted),
                     ": links and headings are made of [ ] : | #"});
    }
    finish_section();
    section_.name = std::move(name.value());
    section_.line = line_;
    return true;
  }

  /// The first line that is not blank may be a heading of level 1: decoration, and no content.
  bool take_title(std::string_view line) {
    if (begun_) return false;
    const auto title = markdown::heading_text(line, 1);
    if (!title) return false;
    begun_ = true;
    if (*title != category_ && fold_category(*title) != category_) {
      report(line_, {"the heading says ", in_quotes(*title),
                     ", but the file's name decides: ", in_quotes(category_)});
    }
    return true;
  }

  void append_prose(std::string_view line) {
    const size_t offset = section_.text.size();
    markdown::append_unescaped(section_.text, line);
    section_.text += '\n';
    const CommentKind kind = markdown::comment_kind(line);
    if (kind == CommentKind::kNone || section_.name.empty()) return;
    const auto body = markdown::comment_body(line);
    if (!body) return;
    Comment& comment = kind == CommentKind::kWikimem ? section_.wikimem : section_.loci;
    comment = {offset, section_.text.size() - offset, line_, *body};
  }

  void finish_section() {
    Section section = std::exchange(section_, {});
    begun_ = true;
    if (section.name.empty()) name_preamble(section);
    if (!section.name.empty()) add_item(section);
  }

  /// Text before the first item is an item of its own, lest it be lost.
  void name_preamble(Section& section) {
    if (trim(section.text).empty()) return;
    section.name = category_;
    report(section.line, {"the text before the first heading of level 2 is kept as the item ",
                          in_quotes(section.name)});
  }

  void add_item(Section& section) {
    Item item;
    item.category = category_;
    item.name = section.name;
    auto ends = markdown::LineEnds::kLf;
    read_comments(section, item, ends);
    item.content = markdown::decode_line_ends(trim(section.text), ends);
    auto normalized = normalize(std::move(item));
    if (!normalized.ok()) {
      return report(section.line, {"the item ", in_quotes(section.name),
                                   " is left out: ", normalized.error().message});
    }
    reading_.items.push_back(std::move(normalized.value()));
    reading_.lines.push_back(section.line);
  }

  /// Reads the last comment of each kind and cuts it out of the section's text.
  void read_comments(Section& section, Item& item, markdown::LineEnds& ends) {
    std::vector<std::string> problems;
    if (section.wikimem.size > 0) {
      markdown::read_wikimem_comment(section.wikimem.body, item, problems);
      report_all(section.wikimem.line, problems);
    }
    if (section.loci.size > 0) {
      if (!markdown::read_loci_comment(section.loci.body, item, ends, problems)) {
        problems.push_back("the loci comment holds no JSON object and is kept as content");
        section.loci.size = 0;
      }
      report_all(section.loci.line, problems);
    }
    // The later one first: cutting does not move what stands before it.
    const bool wikimem_first = section.wikimem.offset < section.loci.offset;
    cut(section.text, wikimem_first ? section.loci : section.wikimem);
    cut(section.text, wikimem_first ? section.wikimem : section.loci);
  }

  static void cut(std::string& text, const Comment& comment) {
    text.erase(comment.offset, comment.size);
  }

  void report_all(int line, std::vector<std::string>& problems) {
    for (const std::string& what : problems) report(line, {what});
    problems.clear();
  }

  void keep_last_of_each_name() {
    std::vector<Item>& items = reading_.items;
    std::vector<int>& lines = reading_.lines;
    std::vector<size_t> by_name(items.size());
    std::iota(by_name.begin(), by_name.end(), size_t{0});
    heap_sort(by_name.begin(), by_name.end(), [&](size_t a, size_t b) {
      const int order = items[a].name.compare(items[b].name);
      return order != 0 ? order < 0 : a < b;
    });
    std::vector<bool> superseded(items.size());
    for (size_t i = 0; i + 1 < by_name.size(); ++i) {
      const size_t earlier = by_name[i];
      const size_t later = by_name[i + 1];
      if (items[earlier].name != items[later].name) continue;
      superseded[earlier] = true;
      report(lines[earlier], {"the item ", in_quotes(items[earlier].name), " is left out: line ",
                              lines[later], " has it again"});
    }
    size_t kept = 0;
    for (size_t i = 0; i < items.size(); ++i) {
      if (superseded[i]) continue;
      std::swap(lines[kept], lines[i]);
      std::swap(items[kept++], items[i]);
    }
    items.resize(kept);
    lines.resize(kept);
  }

  const std::string& path_;
  MarkdownReading& reading_;
  std::string category_;
  Section section_;
  bool begun_ = false;  // a line that is not blank has been seen
  int line_ = 0;        // the current one, from 1
};

}  // namespace

MarkdownReading read_markdown(const MarkdownFile& file) {
  MarkdownReading reading;
  FileReader(file.path, reading).read(file.text);
  return reading;
}

}  // namespace loci
