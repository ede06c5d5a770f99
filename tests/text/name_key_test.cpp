#include "text/name_key.h"

#include <catch_amalgamated.hpp>
#include <random>

#include "base/utf8.h"

using namespace loci;

TEST_CASE("a name is compared without case, and with one mark for what separates words") {
  for (const char* name :
       {"my-wing", "my_wing", "My Wing", " my-wing ", "MY  -_ wing", "my\u00A0wing", "my\u3000WING",
        "my\u2011wing", "my\twing", "\uFF4D\uFF59 wing"}) {
    INFO(name);
    CHECK(name_key(name) == "my_wing");
  }
  CHECK(name_key("mywing") == "mywing");
  CHECK(name_key("my.wing") == "my.wing");
  CHECK(name_key("my/wing") == "my/wing");
}

TEST_CASE("separators at the ends of a name are part of it, white space is not") {
  CHECK(name_key("_private") == "_private");
  CHECK(name_key("--private-") == "_private_");
  CHECK(name_key("private") == "private");
  CHECK(name_key("  - private") == "_private");
  CHECK(name_key("-") == "_");
  CHECK(name_key("") == "");
  CHECK(name_key(" \t\u2003 ") == "");
}

TEST_CASE("a name is one however Unicode spells it, and keeps its accents") {
  CHECK(name_key("Caf\u00e9") == name_key("CAFE\u0301"));
  CHECK(name_key("Caf\u00e9") == "caf\u00e9");
  CHECK(name_key("Caf\u00e9") != name_key("cafe"));
  CHECK(name_key("STRASSE") == name_key("stra\u00dfe"));
  CHECK(name_key("\u039c\u03ac\u03c4\u03c2") == name_key("\u039c\u0391\u0301\u03a4\u03a3"));
  CHECK(name_key("\u0419\u043e\u0434") == name_key("\u0438\u0306\u041e\u0414"));
  CHECK(name_key("\u2163") == name_key("\u2173"));
  CHECK(name_key("\u24b6") == name_key("\u24d0"));
}

TEST_CASE("names that are not alike have keys of their own") {
  const char* names[] = {"\u9879\u76ee\u7b14\u8bb0",
                         "\u65c5\u884c",
                         "m\u00b2",
                         "m2",
                         "m",
                         "\u2460",  // a digit in a circle
                         "1",
                         "C++",
                         "C",
                         "C#",
                         "caf\u00e9",
                         "cafe",
                         "\U0001F600",
                         "\U0001F601",
                         "general",
                         "__proto__",
                         "."};
  for (const char* a : names) {
    for (const char* b : names) {
      INFO(a << " and " << b);
      CHECK((name_key(a) == name_key(b)) == (a == b));
    }
  }
}

TEST_CASE("marks between signs stay where they are") {
  CHECK(name_key("a+b=c") == "a+b=c");
  CHECK(name_key("1\u20e3") == "1\u20e3");
  CHECK(name_key("\u00ad") == "");
  CHECK(name_key("co\u00adop") == "coop");
  CHECK(name_key("a _\u200c- b") == "a_b");
}

TEST_CASE("the key of a key is that key, whatever the name") {
  std::mt19937 random(7);
  const char32_t seeds[] = {' ', '_', '-', 'A', 0xC9, 0x301, 0x3B1, 0x41F, 0x4E00, 0x2163, 0xB2};
  for (int round = 0; round < 20'000; ++round) {
    std::string name;
    for (uint32_t left = random() % 8; left > 0; --left) {
      char32_t c = seeds[random() % std::size(seeds)];
      if (random() % 4 == 0) c = static_cast<char32_t>(1 + random() % 0x2FFFF);
      if (c >= 0xD800 && c <= 0xDFFF) c = 'x';
      utf8::append(name, c);
    }
    const std::string key = name_key(name);
    INFO(name << " gives " << key);
    REQUIRE(name_key(key) == key);
  }
}
