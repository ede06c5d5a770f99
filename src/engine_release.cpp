// A store that is given up between two calls, for others to use. The indexes stay in memory, with a
// mark of where in the store's history they stand.
//
// Tested by tests/engine_release_test.cpp, tests/engine_release_model_test.cpp and
// tests/engine_release_failure_native_test.cpp.

#include "engine.h"
#include "engine_arguments.h"

namespace loci {

Reply Engine::release(std::string_view text, int64_t) {
  begin_call();
  LOCI_TRY(Arguments::none(text));
  return std::string(give_up_store() ? R"({"released":true})" : R"({"released":false})");
}

bool Engine::give_up_store() {
  if (!store_->connection().host().durable()) return false;
  if (store_->is_suspended()) return true;
  if (batch_open_ || read_only_ || (!damage_ && !mark_indexes())) return false;
  if (damage_) forget_damage();  // it is judged anew: somebody may have repaired the store
  store_->suspend();
  return true;
}

bool Engine::mark_indexes() {
  return !index_stale_ && wiki_->mark().ok() && evidence_->mark().ok() && palace_->mark().ok();
}

Status Engine::take_store_back() {
  LOCI_TRY(store_->resume());
  if (const auto& damage = store_->damage()) (void)gate(*damage);
  if (!evidence_->catch_up()) conversations_.clear();
  palace_->catch_up();
  return index_stale_ ? take_back() : settle(wiki_->catch_up());
}

}  // namespace loci
