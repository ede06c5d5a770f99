#include "wiki/retriever.h"

#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/wiki_fixture.h"

using namespace loci;
using namespace loci::test;

namespace {

using Source = RetrievedEntry::Source;

constexpr Profile kProfiles[] = {Profile::kDefault, Profile::kReference};

RetrieveOptions limited(size_t limit) {
  RetrieveOptions options;
  options.limit = limit;
  return options;
}

RetrieveOptions explained() {
  RetrieveOptions options;
  options.explain = true;
  return options;
}

RetrieveOptions within(uint64_t budget) {
  RetrieveOptions options = explained();
  options.budget_tokens = budget;
  return options;
}

Item dated(std::string name, std::string content, std::string ts) {
  Item item = make_item("notes", std::move(name), std::move(content));
  item.ts = std::move(ts);
  return item;
}

}  // namespace

TEST_CASE("a query finds the items that hold its words, and names them") {
  WikiFixture fixture;
  fixture.add_notes({"每日复盘 cron 备份已完成", "weekly report"});
  const Retrieval found = fixture.ask("复盘 备份");
  REQUIRE(names_of(found.items) == Texts{"a"});
  CHECK(found.items[0].matched_terms == Texts{"备份", "复盘"});
  CHECK(found.items[0].score == found.items[0].bm25_score);
  CHECK(found.items[0].source == Source::kHit);
}

TEST_CASE("an item is found first by a word of its script") {
  WikiFixture fixture;
  fixture.add_notes({"제주도 여행 계획", "Пароль меняется", "น้ำตกเชียงใหม่", "मेरा नाम अनीता",
                     "كلمة السر", "今天天气很好，🙋 我们去郊游", "\U00020BB7野家",
                     "Codey listens on port 9000"});
  const std::pair<const char*, const char*> cases[] = {
      {"제주도", "a"},     {"\u110c\u1166\u110c\u116e\u1103\u1169", "a"},
      {"пароль", "b"},     {"น้ำตก", "c"},
      {"अनीता", "d"},      {"كلمة", "e"},
      {"郊游", "f"},       {"\U00020BB7野家", "g"},
      {"\U00020BB7", "g"}, {"why is Codey not replying to my messages", "h"},
  };
  for (const auto& [query, name] : cases) {
    INFO(query);
    const Texts names = fixture.names(query);
    REQUIRE_FALSE(names.empty());
    CHECK(names.front() == name);
  }
}

TEST_CASE("an identifier finds its item first") {
  WikiFixture fixture;
  fixture.add_notes({"don't use agents", "port C++ code", "port C code", "ticket C-8", "issue #1",
                     "ticket 8, plan C", "1 issue", "t don"});
  const std::pair<const char*, const char*> cases[] = {
      {"don't", "a"}, {"C++", "b"}, {"C-8", "d"}, {"#1", "e"}};
  for (const auto& [query, name] : cases) {
    INFO(query);
    CHECK(fixture.names(query).front() == name);
  }
}

TEST_CASE("spellings of one text find each other, and the stored text stays as it came") {
  WikiFixture fixture;
  fixture.add_notes({"cafe\u0301", "ＡＢＣ１２３"});
  for (const char* query : {"café", "cafe", "CAFE\u0301"})
    CHECK(fixture.names(query) == Texts{"a"});
  CHECK(fixture.names("abc123") == Texts{"b"});
  CHECK(fixture.ask("café").items[0].item.content == "cafe\u0301");
}

TEST_CASE("no query is an operator or an error") {
  WikiFixture fixture;
  fixture.add_notes({"multi-agent status: done", "timeout error", "retry later"});
  for (const char* query : {"multi-agent", "status: done", "timeout \"error", "retry OR", "GB/s",
                            "NEAR(", "a*", "(", "x' OR 1=1 --", "%", "[[x:y]]"}) {
    INFO(query);
    CHECK(fixture.ask(query).items.size() <= 1);
  }
}

TEST_CASE("a query without words finds nothing and says so") {
  for (const Profile profile : kProfiles) {
    WikiFixture fixture(profile);
    fixture.add_notes({"word"});
    for (const char* query : {"", "   ", "!!!", "🎉"}) {
      CHECK(fixture.ask(query).no_query_terms);
      CHECK(fixture.ask(query).items.empty());
    }
    CHECK_FALSE(fixture.ask("unknown").no_query_terms);
    CHECK(fixture.ask("unknown").items.empty());
  }
}

TEST_CASE("a question behind long instructions finds its item") {
  WikiFixture fixture;
  std::string instructions;
  while (instructions.size() < 3000) instructions += "Always answer politely and briefly, please. ";
  fixture.add_notes({"the violin is kept in the attic", "answer politely", "groceries", "briefly"});
  const Texts names = fixture.names(instructions + "Where is the violin?", limited(3));
  CHECK(std::find(names.begin(), names.end(), "a") != names.end());
}

TEST_CASE("equal scores come in store order, and the limit cuts there") {
  WikiFixture fixture;
  for (const char* category : {"b", "a", "c"}) {
    for (const char* name : {"2", "1"}) fixture.add(category, name, "same text");
  }
  const Texts order = {"a2", "a1", "b2", "b1", "c2", "c1"};
  for (size_t limit : {0, 1, 4, 6, 100}) {
    Texts found;
    for (const auto& entry : fixture.ask("same", limited(limit)).items) {
      found.push_back(entry.item.category + entry.item.name);
    }
    CHECK(found == Texts(order.begin(), order.begin() + std::min(limit, order.size())));
  }
  CHECK_FALSE(fixture.ask("same", limited(0)).no_query_terms);
}

TEST_CASE("filters apply before the limit, and to no statistics") {
  WikiFixture fixture;
  for (int i = 0; i < 500; ++i) {
    fixture.add("common", "n" + std::to_string(i), "apple");
  }
  fixture.add("rare", "x", "apple among many other longer words");
  RetrieveOptions options = limited(1);
  options.context = false;
  RetrieveOptions all = limited(1000);
  all.context = false;
  const auto unfiltered = fixture.ask("apple", all);
  options.categories = Texts{"rare", "unknown"};
  const auto found = fixture.ask("apple", options);
  REQUIRE(names_of(found.items) == Texts{"x"});
  CHECK(found.items[0].score == unfiltered.items.back().score);
  options.categories = Texts{};
  CHECK(fixture.ask("apple", options).items.empty());
}

TEST_CASE("since is inclusive, before is not") {
  WikiFixture fixture;
  const char* days[] = {"2024-01-01", "2024-01-02", "2024-01-03"};
  for (const char* day : days) value_of(fixture.wiki.add(dated(day, "apple", day), kNow));
  constexpr int64_t kSecondDay = int64_t{19724} * 86'400'000'000;
  RetrieveOptions options;
  options.since = kSecondDay;
  CHECK(fixture.names("apple", options) == Texts{days[1], days[2]});
  options.before = kSecondDay + 1;
  CHECK(fixture.names("apple", options) == Texts{days[1]});
  options.since.reset();
  options.before = kSecondDay;
  CHECK(fixture.names("apple", options) == Texts{days[0]});
}

TEST_CASE("link targets are exempt from the filters") {
  WikiFixture fixture;
  fixture.add("here", "from", "apple [[there:to]]");
  fixture.add("there", "to", "pear");
  RetrieveOptions options;
  options.categories = Texts{"here"};
  CHECK(fixture.names("apple", options) == Texts{"from", "to"});
}

TEST_CASE("tokens are those of name and content") {
  for (const Profile profile : kProfiles) {
    WikiFixture fixture(profile);
    fixture.add("notes", "two words", "海边 three more words");
    CHECK(fixture.ask("two").items[0].tokens_est == 7);
  }
}

TEST_CASE("the budget keeps the first entry whatever it costs, and explains the rest") {
  WikiFixture fixture;
  std::string long_text = "apple apple";
  for (int i = 0; i < 48; ++i) long_text += " w";
  fixture.add("notes", "long", long_text);
  fixture.add("notes", "short", "apples");
  const auto query = "long apple short";
  for (const uint64_t budget : {0, 1, 5, 50}) {
    const Retrieval found = fixture.ask(query, within(budget));
    CHECK(names_of(found.items) == Texts{"long"});
    CHECK(names_of(found.dropped) == Texts{"short"});
    CHECK(found.budget_used == 51);
    CHECK(found.over_budget);
  }
  CHECK_FALSE(fixture.ask(query, within(52)).over_budget);
  CHECK(fixture.ask(query, within(52)).dropped[0].tokens_est == 2);
  CHECK(names_of(fixture.ask(query, within(53)).items) == Texts{"long", "short"});
  CHECK(fixture.ask(query, within(53)).budget_used == 53);
  RetrieveOptions silent = within(52);
  silent.explain = false;
  CHECK(fixture.ask(query, silent).dropped.empty());
}

TEST_CASE("a thousand words of Korean count as what they are") {
  WikiFixture fixture;
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "여행 ";
  fixture.add("notes", "korean", text);
  const Retrieval found = fixture.ask("여행", within(1000));
  CHECK(found.over_budget);
  CHECK(found.budget_used == 2001);
}

TEST_CASE("with explain, the weights of each hit add up to its score") {
  for (const Profile profile : kProfiles) {
    WikiFixture fixture(profile);
    fixture.add_notes({"red apple 海边 [[notes:b]]", "getUserById apple", "red red 海 apple", ""});
    for (const RetrievedEntry& entry : fixture.ask("red apple 海 getUserById", explained()).items) {
      double sum = 0;
      for (const TermWeight& term : entry.terms) sum += term.weight;
      if (entry.context) sum += entry.context->coverage;
      CHECK(sum == entry.bm25_score);
      CHECK(entry.terms.empty() != entry.score.has_value());
    }
    CHECK(fixture.ask("red").items[0].terms.empty());
  }
}

TEST_CASE("one item, and items without words, get sound scores") {
  for (const Profile profile : kProfiles) {
    WikiFixture fixture(profile);
    fixture.add("notes", "…", "");
    CHECK(fixture.names("word").empty());
    fixture.add("notes", "word", "");
    CHECK(fixture.names("word") == Texts{"word"});
    CHECK(*fixture.ask("word").items[0].score > 0);
    CHECK(std::isfinite(*fixture.ask("word").items[0].score));
  }
}

TEST_CASE("the same question gets the same answer each time") {
  WikiFixture fixture;
  for (int i = 0; i < 12; ++i) fixture.add("notes", std::to_string(i), "identical text");
  const std::string first = picture_of(fixture.ask("identical", explained()));
  for (int i = 0; i < 100; ++i) REQUIRE(picture_of(fixture.ask("identical", explained())) == first);
}
