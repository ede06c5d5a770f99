// Fuzzes the tokenizer. It must not trap on any bytes; tokens lie inside the text, terms inside
// their buffer, and the reference profile equals its slow twin. Function words are looked up in
// all.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "../support/reference_tokens.h"
#include "base/utf8.h"
#include "text/all_tokens.h"
#include "text/function_words.h"
#include "text/tokenizer.h"

namespace loci {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check_shape(std::string_view text, const TokenBuffer& tokens) {
  std::set<std::tuple<std::string_view, uint32_t, uint32_t>> seen;
  for (const Token& token : tokens.tokens) {
    require(token.start < token.end && token.end <= text.size());
    require(token.term_length > 0);
    require(token.term_offset + token.term_length <= tokens.terms.size());
    require(utf8::is_valid(tokens.term(token)));
    require(seen.emplace(tokens.term(token), token.start, token.end).second);
  }
}

void check_reference(std::string_view text, const TokenBuffer& tokens) {
  const std::vector<std::string> slow = test::slow_reference_tokens(text);
  require(slow.size() == tokens.tokens.size());
  for (size_t i = 0; i < slow.size(); ++i) require(tokens.term(tokens.tokens[i]) == slow[i]);
}

}  // namespace
}  // namespace loci

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const loci::Profile profile : {loci::Profile::kDefault, loci::Profile::kReference}) {
    loci::TokenBuffer tokens;
    loci::tokenize(text, profile, tokens);
    loci::check_shape(text, tokens);
    if (profile == loci::Profile::kReference) loci::check_reference(text, tokens);
    loci::require(loci::function_words(tokens).size() == tokens.tokens.size());
    loci::require(loci::estimate_tokens(text, profile) <= text.size());
  }
  loci::TokenBuffer all;
  loci::tokenize_all(text, {loci::Profile::kDefault, nullptr, loci::Forms::kBoth}, all);
  loci::check_shape(text, all);
  loci::require(loci::function_words(all).size() == all.tokens.size());
  return 0;
}
