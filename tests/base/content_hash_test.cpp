#include "base/content_hash.h"

#include <catch_amalgamated.hpp>

using namespace loci;

TEST_CASE("the hash is FNV-1a of 64 bits, by its published values") {
  CHECK(stable_hash("") == 0xcbf29ce484222325u);
  CHECK(stable_hash("a") == 0xaf63dc4c8601ec8cu);
  CHECK(stable_hash("foobar") == 0x85944171f73967e8u);
  CHECK(stable_hash("chongo was here!\n") == 0x46810940eff5f915u);
}

TEST_CASE("a text is hashed as its name, a line end and its content") {
  CHECK(content_hash("a", "b") == stable_hash("a\nb"));
  CHECK(content_hash("", "") == stable_hash("\n"));
  CHECK(content_hash("a", "\nb") == content_hash("a\n", "b"));  // no name holds a line end
  CHECK(content_hash("é", "山") == stable_hash("\xc3\xa9\n\xe5\xb1\xb1"));
}

TEST_CASE("a hash is shown as 16 digits") {
  CHECK(hash_text(0) == "0000000000000000");
  CHECK(hash_text(0xaf63dc4c8601ec8cu) == "af63dc4c8601ec8c");
  CHECK(hash_text(0x0123456789abcdefu) == "0123456789abcdef");
}
