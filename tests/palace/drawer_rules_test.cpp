#include "palace/drawer_rules.h"

#include <catch_amalgamated.hpp>

namespace loci {
namespace {

NewDrawer given(std::string wing, std::string room, std::string text) {
  NewDrawer drawer;
  drawer.place = {std::move(wing), std::move(room)};
  drawer.drawer.text = std::move(text);
  return drawer;
}

/// "code: field" of the error; empty: none.
template <typename T>
std::string failure(T value) {
  const Status checked = normalize(value);
  if (checked.ok()) return "";
  const std::string message = checked.error().message;
  return std::string(name_of(checked.error().code)) + ": " + message.substr(0, message.find(':'));
}

NewDrawer normal(NewDrawer drawer) {
  const Status checked = normalize(drawer);
  INFO((checked.ok() ? std::string() : checked.error().message));
  REQUIRE(checked.ok());
  return drawer;
}

TEST_CASE("names are trimmed, the text is not touched") {
  NewDrawer drawer = given("\u3000My  Wing ", " a-room\u00a0", " text\r\n");
  drawer.drawer.hall = "  facts ";
  drawer = normal(std::move(drawer));
  CHECK(drawer.place.wing == "My  Wing");
  CHECK(drawer.place.room == "a-room");
  CHECK(drawer.drawer.hall == "facts");
  CHECK(drawer.drawer.text == " text\r\n");
}

TEST_CASE("what is empty is none") {
  NewDrawer drawer = given("w", "r", "text");
  drawer.drawer.hall = " ";
  drawer.drawer.source_file = "";
  drawer.drawer.authored_at = "";
  drawer.drawer.filed_at = "";
  drawer = normal(std::move(drawer));
  CHECK_FALSE(drawer.drawer.hall.has_value());
  CHECK_FALSE(drawer.drawer.source_file.has_value());
  CHECK_FALSE(drawer.drawer.authored_at.has_value());
  CHECK_FALSE(drawer.drawer.filed_at.has_value());
}

TEST_CASE("each field of a drawer that breaks a rule is named") {
  CHECK(failure(given("", "r", "text")) == "invalid_argument: wing");
  CHECK(failure(given("w", "a\nb", "text")) == "invalid_argument: room");
  CHECK(failure(given("w", "\u200d", "text")) == "invalid_argument: room");
  CHECK(failure(given("w", "r", "\u2003")) == "invalid_argument: text");
  NewDrawer drawer = given("w", "r", "text");
  drawer.drawer.chunk_index = kMaxChunkIndex;
  CHECK(failure(drawer).empty());
  drawer.drawer.chunk_index = kMaxChunkIndex + 1;
  CHECK(failure(drawer) == "invalid_argument: chunkIndex");
  drawer = given("w", "r", "text");
  drawer.drawer.authored_at = "2026-02-30";
  CHECK(failure(drawer) == "invalid_argument: authoredAt");
  drawer = given("w", "r", "text");
  drawer.drawer.metadata = "[]";
  CHECK(failure(drawer) == "invalid_argument: metadata");
  CHECK(failure(NewCloset{{"w", "r"}, "", "text"}) == "invalid_argument: sourceFile");
  CHECK(failure(NewCloset{{"w", "r"}, "a", ""}) == "invalid_argument: text");
  CHECK(failure(NewCloset{{"w", "r"}, " ", "text"}).empty());  // a name like any other
}

TEST_CASE("limits are in bytes, and what stands at them passes") {
  const auto sized = [](size_t wing, size_t text, size_t file) {
    NewDrawer drawer = given(std::string(wing, 'w'), "r", std::string(text, 't'));
    drawer.drawer.source_file = std::string(file, 'f');
    return drawer;
  };
  CHECK(failure(sized(kMaxPlaceNameBytes, kMaxDrawerTextBytes, kMaxSourceFileBytes)).empty());
  CHECK(failure(sized(kMaxPlaceNameBytes + 1, 1, 1)) == "too_large: wing");
  CHECK(failure(sized(1, kMaxDrawerTextBytes + 1, 1)) == "too_large: text");
  CHECK(failure(sized(1, 1, kMaxSourceFileBytes + 1)) == "too_large: sourceFile");
}

TEST_CASE("both ends of a tunnel are checked, and its label") {
  PlaceName from{"w", "r"};
  PlaceName to{" v ", "s"};
  std::optional<std::string> label = " why ";
  REQUIRE(normalize_tunnel(from, to, label).ok());
  CHECK(to.wing == "v");
  CHECK(label == "why");
  label = " ";
  REQUIRE(normalize_tunnel(from, to, label).ok());
  CHECK_FALSE(label.has_value());
  label = "two\nlines";
  CHECK(normalize_tunnel(from, to, label).error().message.starts_with("label: "));
  to.room = "";
  CHECK(normalize_tunnel(from, to, label).error().message.starts_with("to.room: "));
}

TEST_CASE("the default name is that of what a drawer says and where") {
  NewDrawer drawer = given("My Wing", "Attic", "text");
  const std::string name = default_drawer_name(drawer);
  CHECK(name == "drawer_d741b4844913a26f");  // stored, so it is the same for good
  CHECK(default_drawer_name(given("my_wing", "ATTIC", "text")) == name);
  // Parts cannot run into each other.
  CHECK(default_drawer_name(given("ab", "c", "text")) !=
        default_drawer_name(given("a", "bc", "text")));
  drawer.drawer.source_file = "1";
  const std::string of_file = default_drawer_name(drawer);
  drawer.drawer.source_file.reset();
  drawer.drawer.chunk_index = 1;
  CHECK(of_file != default_drawer_name(drawer));
  CHECK(of_file != name);
}

}  // namespace
}  // namespace loci
