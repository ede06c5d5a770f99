#include "store/tunnel_table.h"

#include <catch_amalgamated.hpp>

#include "support/stored_drawers.h"

using namespace loci;
using namespace loci::test;

namespace {

std::vector<int64_t> ids(const std::vector<Tunnel>& tunnels) {
  std::vector<int64_t> ids;
  for (const Tunnel& tunnel : tunnels) ids.push_back(tunnel.id);
  return ids;
}

}  // namespace

TEST_CASE("a tunnel comes back with all its fields, from either end") {
  const auto store = open_store();
  const Tunnel tunnel = put_tunnel(*store, 7, 3, "both about tea");
  for (const auto& [a, b] : {std::pair(7, 3), std::pair(3, 7)}) {
    const Tunnel back = value_of(store->tunnels().find(a, b)).value();
    CHECK(back.id == tunnel.id);
    CHECK(back.from == 7);
    CHECK(back.to == 3);
    CHECK(back.label == "both about tea");
    CHECK(back.created_at == tunnel.created_at);
  }
  CHECK_FALSE(value_of(store->tunnels().find(7, 4)).has_value());
  CHECK_FALSE(value_of(store->tunnels().find(7, 7)).has_value());
  CHECK_FALSE(value_of(store->tunnels().find(3, 3)).has_value());
}

TEST_CASE("tunnels are given and removed by place or by id") {
  const auto store = open_store();
  TunnelTable& tunnels = store->tunnels();
  put_tunnel(*store, 1, 2);
  put_tunnel(*store, 3, 1);
  put_tunnel(*store, 2, 3);
  using Ids = std::vector<int64_t>;
  CHECK(ids(value_of(tunnels.all())) == Ids{1, 2, 3});
  CHECK(ids(value_of(tunnels.all(3))) == Ids{2, 3});
  CHECK(value_of(tunnels.remove(2)));
  CHECK_FALSE(value_of(tunnels.remove(2)));
  CHECK(value_of(tunnels.count()) == 2);
  CHECK(value_of(tunnels.remove_of(2)) == 2);
  CHECK(value_of(tunnels.remove_of(2)) == 0);
  CHECK(value_of(tunnels.all()).empty());
}
