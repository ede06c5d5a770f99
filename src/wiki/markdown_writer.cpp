// What a person reads stands in plain: heading, content, provenance. What would break the line that
// carries it goes as JSON into the second comment: an owner `a | b`, metadata, a content's \r\n.
// JSON there has no `>`, so that no value can end the comment.
//
// Tested by tests/wiki/markdown_test.cpp.

#include "wiki/markdown_writer.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "base/concat.h"
#include "base/json.h"
#include "base/json_writer.h"
#include "wiki/markdown_syntax.h"

namespace loci {
namespace {

/// Whether the reader of the wikimem comment gives exactly this value back.
bool is_plain(std::string_view value) {
  return !value.empty() && value.find_first_of("|\r\n") == std::string_view::npos &&
         value.find("-->") == std::string_view::npos &&
         value.find("--!>") == std::string_view::npos && markdown::trim_blanks(value) == value;
}

void append_content(std::string& out, std::string_view text) {
  markdown::ClosedFences fences(text);
  LineReader lines(text);
  for (Line line; lines.next(line);) {
    if (fences.is_code(line)) {
      out += line.content;
    } else {
      markdown::append_escaped(out, line.content);
    }
    out += '\n';
  }
}

/// Collects the fields of both comments, those of the second in the order of their names.
class Comments {
 public:
  void add(const char* key, const std::optional<std::string>& value) {
    if (!value) return;
    if (is_plain(*value)) {
      ((((plain_ += plain_.empty() ? " " : " | ") += key) += '=') += *value);
    } else {
      extra(key).text(*value);
    }
  }

  void add_metadata(const std::optional<std::string>& metadata) {
    if (metadata) extra("metadata").raw(dump_json(parse_json(*metadata)));
  }

  void add_sequence(const std::optional<Sequence>& sequence) {
    if (!sequence) return;
    extra("sequence").begin_object().key("id").text(sequence->id);
    extra_.key("position").integer(sequence->position).end_object();
  }

  void add_line_ends(markdown::LineEnds ends) {
    if (ends == markdown::LineEnds::kCrLf) extra("lineEnds").text("crlf");
    if (ends == markdown::LineEnds::kEscaped) extra("lineEnds").text("escaped");
  }

  std::string take() {
    std::string out = concat({"<!-- wikimem:", plain_, " -->\n"});
    if (!has_extra_) return out;
    out += "<!-- loci: ";
    for (const char c : extra_.end_object().take()) {
      // Only strings hold a >, and there JSON may spell it so.
      if (c == '>') {
        out += "\\u003e";
      } else {
        out += c;
      }
    }
    return out += " -->\n";
  }

 private:
  JsonWriter& extra(const char* key) {
    if (!has_extra_) extra_.begin_object();
    has_extra_ = true;
    return extra_.key(key);
  }

  std::string plain_;
  JsonWriter extra_;
  bool has_extra_ = false;
};

}  // namespace

std::string markdown_path(std::string_view category) { return concat({"wiki/", category, ".md"}); }

std::string write_markdown_header(std::string_view category) {
  return concat({"# ", category, "\n"});
}

std::string write_markdown_item(const Item& item) {
  const markdown::LineEnds ends = markdown::line_ends_of(item.content);
  Comments comments;
  comments.add_line_ends(ends);
  comments.add_metadata(item.metadata);
  comments.add("owner", item.owner);
  comments.add_sequence(item.sequence);
  comments.add("source", item.source_conv);
  if (!item.ts.empty()) comments.add("ts", item.ts);

  std::string out = concat({"\n## ", item.name, "\n\n"});
  if (!item.content.empty()) {
    append_content(out, markdown::encode_line_ends(item.content, ends));
    out += '\n';
  }
  return out += comments.take();
}

}  // namespace loci
