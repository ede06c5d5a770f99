#include "text/same_text.h"

#include <catch_amalgamated.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/mixed_text.h"

using namespace loci;

namespace {

/// By default the same, and then with one hash; bytes alone count in the reference.
void check_same(std::string_view a, std::string_view b) {
  CAPTURE(a, b);
  CHECK(same_text(a, b, Profile::kDefault));
  CHECK(same_text(b, a, Profile::kDefault));
  CHECK(same_text_hash(a, Profile::kDefault) == same_text_hash(b, Profile::kDefault));
  CHECK(same_text(a, b, Profile::kReference) == (a == b));
  CHECK((same_text_hash(a, Profile::kReference) == same_text_hash(b, Profile::kReference)) ==
        (a == b));
}

void check_different(std::string_view a, std::string_view b) {
  CAPTURE(a, b);
  CHECK_FALSE(same_text(a, b, Profile::kDefault));
  CHECK_FALSE(same_text(b, a, Profile::kDefault));
  CHECK(same_text_hash(a, Profile::kDefault) != same_text_hash(b, Profile::kDefault));
  CHECK_FALSE(same_text(a, b, Profile::kReference));
}

/// The text as it is compared, made instead of read.
std::string normalised(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && text.substr(i, 2) == "\r\n") continue;
    if (text[i] != '\r' && text[i] != '\n') {
      out += text[i];
      continue;
    }
    out.resize(out.find_last_not_of(" \t") + 1);
    out += '\n';
  }
  out.resize(out.find_last_not_of(" \t\n") + 1);
  return out;
}

TEST_CASE("line ends and trailing blanks make no other text") {
  check_same("The pump was replaced.\nIt runs.", "The pump was replaced.\r\nIt runs.");
  check_same("The pump was replaced.\nIt runs.", "The pump was replaced.\rIt runs.");
  check_same("The pump was replaced.", "The pump was replaced. ");
  check_same("The pump was replaced.", "The pump was replaced.\r\n\t\n");
  check_same("one \t\ntwo", "one\ntwo\t");
  check_same("", "");
  check_same("", " \n\r\n ");
}

TEST_CASE("anything else makes another text") {
  check_different("37 snapshots", "15 snapshots");
  check_different("The pump", "the pump");
  check_different("one two", "one  two");
  check_different("one\ntwo", "one two");
  check_different("one\n\ntwo", "one\ntwo");
  check_different(" one", "one");
  check_different("\none", "one");
  check_different("one\ntwo", "one\ntwo\nthree");
  check_different("", "x");
}

TEST_CASE("a no-break space at the end is text") { check_different("one\u00A0", "one"); }

TEST_CASE("texts are the same when their normalised copies are") {
  test::MixedText generator(26);
  constexpr const char* kPieces[] = {"a", "b", " ", "\t", "\n", "\r", "\r\n"};
  std::vector<std::string> texts;
  for (int i = 0; i < 250; ++i) {
    std::string& text = texts.emplace_back();
    for (int count = generator.below(6); count > 0; --count) text += kPieces[generator.below(7)];
  }
  size_t equal = 0;
  for (const std::string& a : texts) {
    for (const std::string& b : texts) {
      const bool expected = normalised(a) == normalised(b);
      CHECK(same_text(a, b, Profile::kDefault) == expected);
      CHECK((same_text_hash(a, Profile::kDefault) == same_text_hash(b, Profile::kDefault)) ==
            expected);
      equal += expected && a != b;
    }
  }
  CHECK(equal > 1000);
}

}  // namespace
