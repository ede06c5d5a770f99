// What a reply that succeeded changes, and what one that did not leaves as it was.

#include "evidence/conversations.h"

#include <catch_amalgamated.hpp>
#include <string>
#include <vector>

using namespace loci;

namespace {

Delivery delivery(std::string session, std::vector<int64_t> ids,
                  std::shared_ptr<Chain> chain = nullptr) {
  Delivery delivery;
  delivery.session = std::move(session);
  delivery.ids = ids;
  delivery.chain = std::move(chain);
  delivery.path = std::move(ids);
  return delivery;
}

std::shared_ptr<Chain> chain_of(std::string session) {
  auto chain = std::make_shared<Chain>();
  chain->session = std::move(session);
  return chain;
}

}  // namespace

TEST_CASE("a clock that falls stands still") {
  Conversations conversations(1);
  conversations.tick(1000);
  CHECK(conversations.now() == 1000);
  conversations.tick(10);
  CHECK(conversations.now() == 1000);
  conversations.tick(-5);
  CHECK(conversations.now() == 1000);
  conversations.tick(1001);
  CHECK(conversations.now() == 1001);
}

TEST_CASE("a reply is known once it is recorded, with its cursor") {
  Conversations conversations(1);
  conversations.tick(50);
  const auto chain = chain_of("a");
  const std::string cursor = conversations.cursors().next(*chain, {4, 5});
  CHECK_FALSE(conversations.cursors().find(cursor, "a", 50).ok());
  CHECK(chain->delivered == 0);
  conversations.record(delivery("a", {4, 5}, chain));
  CHECK(conversations.deliveries().ids("a", 50) == std::vector<int64_t>{4, 5});
  CHECK(chain->delivered == 2);
  REQUIRE(conversations.cursors().find(cursor, "a", 50).ok());
  CHECK(conversations.cursors().find(cursor, "a", 50).value()->issued == 50);
}

TEST_CASE("an empty reply uses its session and has no cursor") {
  Conversations conversations(1);
  conversations.record(delivery("a", {}));
  CHECK(conversations.deliveries().session_count() == 1);
  CHECK(conversations.cursors().state_count() == 0);
}

TEST_CASE("forgetting comes before what is new, and touches no other session") {
  Conversations conversations(1);
  conversations.record(delivery("a", {1}, chain_of("a")));
  conversations.record(delivery("b", {2}, chain_of("b")));
  Delivery fresh = delivery("a", {3}, chain_of("a"));
  fresh.forgets = true;
  conversations.record(fresh);
  CHECK(conversations.deliveries().ids("a", 0) == std::vector<int64_t>{3});
  CHECK(conversations.deliveries().ids("b", 0) == std::vector<int64_t>{2});
  CHECK(conversations.cursors().state_count() == 2);
  conversations.clear();
  CHECK(conversations.deliveries().session_count() == 0);
  CHECK(conversations.cursors().state_count() == 0);
}
