// Tested by tests/evidence/conversations_test.cpp.

#include "evidence/conversations.h"

namespace loci {

void Conversations::record(Delivery delivery) {
  if (delivery.forgets) {
    deliveries_.forget(delivery.session);
    cursors_.end(delivery.session);
  }
  deliveries_.record(delivery.session, now_, delivery.ids, std::move(delivery.excerpts));
  if (!delivery.chain) return;
  delivery.chain->delivered += delivery.ids.size();
  cursors_.issue(std::move(delivery.chain), std::move(delivery.path), now_);
}

}  // namespace loci
