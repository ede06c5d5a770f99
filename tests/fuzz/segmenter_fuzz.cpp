// Fuzzes the segmenter: up to the first zero byte a dictionary, up to the second a user dictionary,
// up to the third a model, then the text. It must not trap on any bytes and must give the words
// without a gap; tokens lie inside the text, terms inside their buffer.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "text/segmenter/segmenter.h"
#include "text/tokenizer.h"

namespace loci {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

std::string_view take_part(std::string_view& rest) {
  const std::string_view part = rest.substr(0, rest.find('\0'));
  rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  return part;
}

void check_words(const Segmenter& segmenter, std::string_view text) {
  size_t at = 0;
  segmenter.segment(text, [&](size_t start, size_t end) {
    require(start == at && end > start && end <= text.size());
    at = end;
  });
  require(at == text.size());
}

void check_tokens(const Segmenter& segmenter, std::string_view text) {
  for (const Profile profile : {Profile::kDefault, Profile::kReference}) {
    TokenBuffer tokens;
    tokenize(text, {profile, &segmenter}, tokens);
    for (const Token& token : tokens.tokens) {
      require(token.start < token.end && token.end <= text.size());
      require(token.term_length > 0);
      require(token.term_offset + token.term_length <= tokens.terms.size());
    }
  }
}

}  // namespace
}  // namespace loci

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string_view words = loci::take_part(text);
  const std::string_view user = loci::take_part(text);
  const std::string_view model = loci::take_part(text);
  auto loaded = loci::Segmenter::load({words, model, user});
  if (!loaded.ok()) loaded = loci::Segmenter::load({words, {}, user});
  loci::require(loaded.ok());
  const loci::Segmenter& segmenter = *loaded.value();
  if (!segmenter.usable()) return 0;
  loci::check_words(segmenter, text);
  loci::check_tokens(segmenter, text);
  return 0;
}
