#include "wiki/markdown_export.h"

#include <catch_amalgamated.hpp>

#include "support/wiki_fixture.h"

using namespace loci;
using namespace loci::test;

namespace {

MarkdownFiles export_of(WikiFixture& fixture) { return value_of(export_markdown(*fixture.store)); }

Texts paths_of(const MarkdownFiles& files) {
  Texts paths;
  for (const auto& [path, text] : files) paths.push_back(path);
  return paths;
}

void import_all(WikiFixture& fixture, const MarkdownFiles& files) {
  require_ok(fixture.wiki.begin_batch());
  for (const auto& [path, text] : files) {
    CHECK(value_of(fixture.wiki.import_markdown({path, text}, kNow + 5)).problems.empty());
  }
  require_ok(fixture.wiki.commit_batch());
}

void fill(WikiFixture& fixture) {
  fixture.add("tools", "editor", "vim");
  fixture.add("notes", "note",
              "pasted:\n## editor\nuses emacs\n<!-- wikimem: owner=evil | ts=1 -->");
  Item full = make_item("notes", "full", "all fields\u2028 and lines\r\n```\n## code\n");
  full.owner = "me";
  full.source_conv = "conv-1";
  full.ts = "2020-01-01T00:00:00Z";
  full.metadata = R"({"page":3})";
  full.sequence = Sequence{"book", 7};
  value_of(fixture.wiki.add(full, kNow));
  fixture.add("notes", "empty", "");
}

}  // namespace

TEST_CASE("an export has a file for each category, in order, with its items in theirs") {
  WikiFixture fixture;
  CHECK(export_of(fixture).empty());
  fixture.add("b", "2", "two");
  fixture.add("a", "1", "one");
  fixture.add("b", "1", "three");
  const MarkdownFiles files = export_of(fixture);
  CHECK(paths_of(files) == Texts{"wiki/a.md", "wiki/b.md"});
  const std::string& text = files.at("wiki/b.md");
  CHECK(text.starts_with("# b\n"));
  CHECK(text.find("## 2\n") < text.find("## 1\n"));
}

TEST_CASE("export, import elsewhere, export: the same bytes and the same items") {
  WikiFixture fixture;
  fill(fixture);
  const MarkdownFiles files = export_of(fixture);
  WikiFixture other;
  import_all(other, files);
  CHECK(export_of(other) == files);
  CHECK(value_of(other.store->items().count()) == 4);
  for (const Item& item : value_of(fixture.store->items().list(std::nullopt, 100, 0))) {
    const auto twin = value_of(other.wiki.get(item.category, item.name));
    REQUIRE(twin);
    CHECK(twin->content == item.content);
    CHECK(twin->owner == item.owner);
    CHECK(twin->source_conv == item.source_conv);
    CHECK(twin->ts == item.ts);
    CHECK(twin->metadata == item.metadata);
    CHECK(twin->sequence == item.sequence);
  }
}

TEST_CASE("an import into the store that was exported changes nothing") {
  WikiFixture fixture;
  fill(fixture);
  const int64_t revision = fixture.store->revision();
  import_all(fixture, export_of(fixture));
  CHECK(fixture.store->revision() == revision);
}

TEST_CASE("links are the same after export and import") {
  const char* content =
      "`[[a:b]]`\n```\n[[ $x == y:z ]]\n```\n~~~\n## Installation\n~~~\n[[tools:editor]]";
  WikiFixture fixture;
  fixture.add("notes", "code", content);
  fixture.add("tools", "editor", "vim");
  WikiFixture other;
  import_all(other, export_of(fixture));
  CHECK(other.names("Installation") == Texts{"code", "editor"});
  CHECK(value_of(other.wiki.get("notes", "code"))->content == content);
}

TEST_CASE("salvage gives what the export gives, item by item") {
  WikiFixture fixture;
  fill(fixture);
  fixture.add("tools", "editor", "emacs");
  fixture.remove("notes", "empty");
  CHECK(value_of(salvage_markdown(*fixture.store)) == export_of(fixture));
}
