// Writes that happen once. A client whose answer got lost, because the tab that held the store
// died, cannot know whether its write was done. So it names each write by a key of its own: claim()
// first looks for the answer under that key, and the write that follows keeps its answer there, in
// its own transaction. Sent again, the write is answered from there.
//
// A claim holds for one call, whichever that is, so that no later write can take its key by
// mistake.
//
// Tested by tests/engine_claim_test.cpp and tests/engine_power_cut_native_test.cpp.

#include "base/json_writer.h"
#include "engine.h"
#include "engine_arguments.h"

namespace loci {

// Every call begins with this.
void Engine::begin_call() {
  key_.clear();
  key_.swap(claimed_);
}

Reply Engine::claim(std::string_view text, int64_t) {
  if (batch_open_) {
    begin_call();
    return in_batch(claim_key(text));
  }
  LOCI_TRY(ready_to_write());
  return noting_damage(claim_key(text));
}

Reply Engine::claim_key(std::string_view text) {
  LOCI_ASSIGN(arguments, Arguments::parse(text, "key"));
  LOCI_ASSIGN(key, arguments.text(0));
  if (key.empty() || key.size() > kMaxKeyBytes) {
    return invalid_argument({"key must have 1 to ", kMaxKeyBytes, " bytes"});
  }
  LOCI_ASSIGN(reply, store_->answers().find(key));
  if (!reply) {
    claimed_ = std::move(key);
    return std::string("null");
  }
  JsonWriter out;
  out.begin_object().raw("answer", *reply).end_object();
  return out.take();
}

// Part of the transaction of the write whose reply this is.
Status Engine::keep_answer(AnswerTable& answers, std::string_view reply) {
  if (key_.empty()) return Ok{};
  return answers.put(key_, reply);
}

}  // namespace loci
