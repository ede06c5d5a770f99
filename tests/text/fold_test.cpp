#include "text/fold.h"

#include <catch_amalgamated.hpp>
#include <string>

#include "support/mixed_text.h"

using namespace loci;

TEST_CASE("a name folds to what people type who leave case, width and accents out") {
  CHECK(fold_name("Müller") == "muller");
  CHECK(fold_name("Mu\u0308ller") == "muller");
  CHECK(fold_name("ＡＢＣ１２３") == "abc123");
  CHECK(fold_name("Ærø Straße") == "aero strasse");
  CHECK(fold_name("Анна Ёлкина") == "анна елкина");
  CHECK(fold_name("李 明") == "李 明");
}

TEST_CASE("what is no letter stays, so that names of signs differ") {
  CHECK(fold_name("C++") == "c++");
  CHECK(fold_name("C#") == "c#");
  CHECK(fold_name("🎉 Party") == "🎉 party");
  CHECK(fold_name("🎉") != fold_name("🙋"));
}

TEST_CASE("a name of nothing but accents folds to itself") {
  CHECK(fold_name("\u0301") == "\u0301");
  CHECK(fold_name("\u0300") == "\u0300");
  CHECK(fold_name("").empty());
}

TEST_CASE("a folded name folds to itself") {
  test::MixedText generator(5);
  for (int i = 0; i < 2000; ++i) {
    const std::string once = fold_name(generator.next(8));
    CHECK(fold_name(once) == once);
  }
}
