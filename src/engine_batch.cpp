// Batches: many calls, one transaction; or, where the host takes only so much at once, several
// transactions, which may be staged so that they become the store together. Tested by
// tests/engine_batch_test.cpp and through the bindings by tests/js and tests/edge.

#include <utility>

#include "base/json_writer.h"
#include "engine.h"
#include "engine_arguments.h"

namespace loci {

Status Engine::batch_ready() {
  begin_call();
  if (!batch_open_) return fail(ErrorCode::kInternal, "no batch is open");
  return Ok{};
}

// Ends the batch when a call of it fails, so that nothing half-done can be committed.
Reply Engine::in_batch(Reply reply) {
  if (reply.ok()) return reply;
  batch_open_ = false;
  (void)gate(reply.error());
  (void)take_back();
  return reply;
}

// Ends the object that a call of the batch answers with.
std::string Engine::finish_in_batch(JsonWriter& out) {
  Connection& connection = store_->connection();
  if (connection.host().atomic()) out.integer("pendingBytes", connection.pending_bytes());
  out.end_object();
  return out.take();
}

Reply Engine::begin_batch(std::string_view text, int64_t) {
  LOCI_TRY(ready_to_write());
  LOCI_ASSIGN(arguments, Arguments::parse(text, "options"));
  LOCI_ASSIGN(fields, arguments.options(0));
  const bool staged = fields.flag("staged", false) && store_->connection().host().atomic();
  LOCI_TRY(fields.finish());
  if (staged) LOCI_TRY(store_->begin_stage());
  staged_ = staged;
  if (Status begun = gate(wiki_->begin_batch()); !begun.ok()) {
    if (staged_) (void)take_back();
    return begun.error();
  }
  batch_open_ = true;
  return std::string("null");
}

Reply Engine::commit_batch(std::string_view text, int64_t) {
  LOCI_TRY(batch_ready());
  bool more = false;
  Reply reply = in_batch([&]() -> Reply {
    LOCI_ASSIGN(arguments, Arguments::parse(text, "result options"));
    LOCI_ASSIGN(fields, arguments.options(1));
    more = fields.flag("more", false);
    LOCI_TRY(fields.finish());
    LOCI_ASSIGN(result, arguments.object_with(0, "revision", store_->revision()));
    if (!more) LOCI_TRY(keep_answer(store_->answers(), result));
    return result;
  }());
  if (!reply.ok()) return reply;
  LOCI_TRY(commit_part(more));
  return reply;
}

// A part that was committed unstaged stays, whatever becomes of the next.
Status Engine::commit_part(bool more) {
  batch_open_ = false;
  Status done = wiki_->commit_batch();
  if (done.ok() && more) done = wiki_->begin_batch();
  if (done.ok() && !more && staged_) done = store_->end_stage();
  batch_open_ = done.ok() && more;
  if (done.ok() && !more) staged_ = false;
  if (!done.ok()) forget_indexes();
  if (done.ok() || !staged_) return settle(std::move(done));
  (void)gate(done.error());
  (void)take_back();
  return done;
}

Reply Engine::rollback_batch(std::string_view, int64_t) {
  begin_call();
  if (!batch_open_) return std::string("null");
  batch_open_ = false;
  LOCI_TRY(take_back());
  return std::string("null");
}

// Undoes what a batch or an interrupted call had begun. Where the host fails even then, the next
// call tries again before it does anything.
Status Engine::take_back() {
  index_stale_ = true;
  LOCI_TRY(gate(drop_batch()));
  LOCI_TRY(gate(wiki_->rebuild()));
  index_stale_ = false;
  return Ok{};
}

// Undoes it in the store alone; the others' indexes are loaded when they are needed. The wiki comes
// first: a store whose stage is abandoned may be left suspended.
Status Engine::drop_batch() {
  forget_indexes();
  if (!std::exchange(staged_, false)) return wiki_->drop_batch();
  (void)wiki_->drop_batch();
  return store_->abandon_stage();
}

}  // namespace loci
