#include "palace/tunnels.h"

#include <catch_amalgamated.hpp>

#include "support/stored_drawers.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr const char* kMoment = "2026-01-02T03:04:05.678Z";

std::unique_ptr<Store> three_rooms() {
  auto store = open_store();
  put_drawer(*store, "My Wing", "tea", make_drawer("1"));
  put_drawer(*store, "My Wing", "rain", make_drawer("2"));
  put_drawer(*store, "other", "tea", make_drawer("3"));
  return store;
}

Result<TunnelWritten> dig(Store& store, const PlaceName& from, const PlaceName& to,
                          std::optional<std::string> label = std::nullopt) {
  return in_transaction(store, [&] { return create_tunnel(store, from, to, label, kMoment); });
}

/// "id from to label" of each tunnel.
Texts listed(Store& store, const char* wing, const char* room) {
  Texts lines;
  require_ok(list_tunnels(store, wing, room, [&](const TunnelView& view) {
    lines.push_back(view.id + " " + view.from.wing + "/" + view.from.room + " " + view.to.wing +
                    "/" + view.to.room + " " + view.tunnel.label.value_or("-"));
    CHECK(view.tunnel.created_at == kMoment);
  }));
  return lines;
}

bool fill_in(Store& store, std::string_view id) {
  return value_of(in_transaction(store, [&] { return delete_tunnel(store, id); }));
}

}  // namespace

TEST_CASE("a tunnel joins two rooms once, in whatever direction and spelling") {
  const auto store = three_rooms();
  const TunnelWritten made = value_of(dig(*store, {"my-wing", "TEA"}, {"other", "tea"}, "tea"));
  CHECK(made.id == "tunnel_4");
  CHECK(made.action == TunnelAction::kAdded);
  CHECK(listed(*store, "", "") == Texts{"tunnel_4 My Wing/tea other/tea tea"});
  const TunnelWritten same = value_of(dig(*store, {"other", "tea"}, {"MY_WING", "tea"}, "tea"));
  CHECK(same.id == made.id);
  CHECK(same.action == TunnelAction::kSame);
  CHECK(store->revision() == 4);
  CHECK(value_of(dig(*store, {"other", "tea"}, {"my wing", "tea"})).action ==
        TunnelAction::kUpdated);
  CHECK(store->revision() == 5);
  CHECK(listed(*store, "", "") == Texts{"tunnel_4 My Wing/tea other/tea -"});
}

TEST_CASE("tunnels are listed by wing and room of either end") {
  const auto store = three_rooms();
  value_of(dig(*store, {"my wing", "tea"}, {"other", "tea"}));
  value_of(dig(*store, {"my wing", "rain"}, {"my wing", "tea"}));
  const std::string first = "tunnel_4 My Wing/tea other/tea -";
  const std::string second = "tunnel_5 My Wing/rain My Wing/tea -";
  CHECK(listed(*store, "", "") == Texts{first, second});
  CHECK(listed(*store, "OTHER", "") == Texts{first});
  CHECK(listed(*store, "", "rain") == Texts{second});
  CHECK(listed(*store, "my-wing", "tea") == Texts{first, second});
  CHECK(listed(*store, "other", "rain").empty());
  CHECK(listed(*store, "none", "").empty());
}

TEST_CASE("a tunnel that leads nowhere is refused, with what there is") {
  const auto store = three_rooms();
  put_closet(*store, "other", "cellar", "file", "digest");
  const auto refused = [&](const PlaceName& to) {
    const auto made = dig(*store, {"other", "tea"}, to);
    REQUIRE_FALSE(made.ok());
    CHECK(made.error().code == ErrorCode::kNotFound);
    return made.error().detail;
  };
  CHECK(refused({"none", "tea"}) == R"({"wings":["My Wing","other"]})");
  CHECK(refused({"my-wing", "cellar"}) == R"({"rooms":["tea","rain"]})");
  CHECK(refused({"other", "cellar"}) == R"({"rooms":["tea"]})");
  const auto to_itself = dig(*store, {"other", "tea"}, {"Other", "TEA"});
  CHECK(to_itself.error().code == ErrorCode::kInvalidArgument);
  CHECK(value_of(store->tunnels().count()) == 0);
}

TEST_CASE("a tunnel is taken away by its id, and by no other spelling of it") {
  const auto store = three_rooms();
  value_of(dig(*store, {"my wing", "tea"}, {"other", "tea"}));
  for (const char* id : {"", "4", "tunnel_", "tunnel_04", "tunnel_+4", "tunnel_4 ", "tunnel_5",
                         "Tunnel_4", "tunnel_-4", "tunnel_99999999999999999999999999"}) {
    INFO(id);
    CHECK_FALSE(fill_in(*store, id));
  }
  CHECK(store->revision() == 4);
  CHECK(fill_in(*store, "tunnel_4"));
  CHECK_FALSE(fill_in(*store, "tunnel_4"));
  CHECK(listed(*store, "", "").empty());
}

TEST_CASE("a tunnel of a place that is missing is damage") {
  const auto store = three_rooms();
  value_of(dig(*store, {"my wing", "tea"}, {"other", "tea"}));
  require_ok(store->connection().execute("DELETE FROM place WHERE wing = 'other'"));
  CHECK(list_tunnels(*store, "", "", [](const TunnelView&) {}).error().code ==
        ErrorCode::kStoreDamaged);
}
