// Fuzzes excerpts. The first line of the input is the query, the rest the content. Whatever they
// are, an excerpt must be bytes of the source at the ranges it names, and no longer than allowed.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "text/excerpt.h"
#include "text/tokenizer.h"

namespace loci {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

std::vector<ExcerptTerm> terms_of(const TokenBuffer& tokens) {
  std::vector<ExcerptTerm> terms;
  for (const Token& token : tokens.tokens) {
    terms.push_back({tokens.term(token), token.shape == TokenShape::kLoneCharacter});
  }
  return terms;
}

void check_shape(std::string_view content, const Excerpt& found) {
  require(found.range.start <= found.range.end && found.range16.start <= found.range16.end);
  require(found.range.end - found.range.start <= kExcerptLength);
  require(found.range.end <= kExcerptReach);
  require(found.text.empty() == content.empty());
  if (content.empty()) return;
  require(found.text.data() >= content.data());
  require(found.text.data() + found.text.size() <= content.data() + content.size());
  if (!utf8::is_valid(content)) return;
  const size_t start = utf8::prefix_bytes(content, found.range.start);
  require(found.text.data() == content.data() + start);
  require(utf8::count_code_points(found.text) == found.range.end - found.range.start);
  require(utf8::utf16_length(content.substr(0, start)) == found.range16.start);
  require(utf8::utf16_length(found.text) == found.range16.end - found.range16.start);
}

void check(std::string_view query, std::string_view content, std::optional<ChunkRange> within) {
  for (const Profile profile : {Profile::kDefault, Profile::kReference}) {
    TokenBuffer tokens;
    tokenize(query, profile, tokens);
    check_shape(content, take_excerpt(content, terms_of(tokens), within, profile));
  }
}

}  // namespace
}  // namespace loci

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t line = input.find('\n');
  if (line == std::string_view::npos) return 0;
  const std::string_view query = input.substr(0, line);
  const std::string_view content = input.substr(line + 1);
  loci::check(query, content, {});
  const auto start = static_cast<uint32_t>(size % 97);
  loci::check(query, content, loci::ChunkRange{start, start + static_cast<uint32_t>(line)});
  return 0;
}
