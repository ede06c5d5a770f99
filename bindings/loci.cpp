// What JavaScript sees of the engine: one class, a line a method. Arguments come as JSON text and
// answers go as JSON text, `{"result": …}` or `{"error": {code, message, detail?}}`; bytes go as
// typed arrays.

#include <emscripten/bind.h>

#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/function_ref.h"
#include "engine.h"
#include "js_host.h"

namespace loci {
namespace {

using emscripten::val;
using Method = Reply (Engine::*)(std::string_view, int64_t);
using Work = FunctionRef<Reply()>;
using EngineWork = FunctionRef<Reply(Engine& engine)>;

// What throwing itself needs when memory is out: the exception is an object on the heap, too, and
// where there is no room for it the module would abort.
class Reserve {
 public:
  static void keep() {
    if (block_ == nullptr) block_ = std::malloc(kSize);
    std::set_new_handler(give_up);
  }

 private:
  static constexpr size_t kSize = 64 << 10;

  static void give_up() {
    std::free(std::exchange(block_, nullptr));
    throw std::bad_alloc();
  }

  static inline void* block_ = nullptr;
};

// An exception that leaves wasm carries no message, so none does. Only memory that runs out throws.
Reply guarded(Work work) {
  Reserve::keep();
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::kOutOfMemory, "memory ran out; retry with less at a time");
  } catch (const std::length_error&) {
    return fail(ErrorCode::kOutOfMemory, "a text grew too long; retry with less at a time");
  } catch (const std::exception& exception) {
    return fail(ErrorCode::kInternal, exception.what());
  }
}

// What `work` replies, as JSON. Writing that takes memory as well, so it is guarded like the work.
Reply guarded_json(Work work) {
  return guarded([&]() -> Reply {
    LOCI_ASSIGN(result, work());
    return reply_json(Reply(std::move(result)));
  });
}

std::string answer(Reply json) {
  return json.ok() ? std::move(json.value()) : reply_json(json.error());
}

class Binding {
 public:
  // `host` is a JavaScript host (bindings/hosts), or null for a store in memory. The first `size`
  // reserved bytes are the options.
  std::string open(val host, uint32_t size) {
    std::string outcome = answer(guarded_json([&]() -> Reply {
      std::unique_ptr<Host> medium;
      if (host.isNull()) {
        medium = std::make_unique<MemoryHost>();
      } else {
        medium = make_js_host(std::move(host));
      }
      LOCI_ASSIGN(engine, Engine::open(std::move(medium), input(size)));
      engine_ = std::move(engine);
      return std::string("null");
    }));
    release_large_input();
    return outcome;
  }

  // Room for `size` bytes of arguments, to be filled before the next call; null where there is
  // none. (A string argument would be written to address 0 then.)
  val reserve(double size) {
    if (size > kLargestInput) return val::null();
    return reserve_bytes(static_cast<uint32_t>(size));
  }

  // Calls a method with the first `size` reserved bytes as its arguments. The answer is given as
  // bytes in the engine's memory, to be decoded before anything else happens.
  // `now` is the clock in milliseconds since 1970, `elapsed` a count of milliseconds that never
  // goes back.
  template <Method method>
  val call(uint32_t size, double now, double elapsed) {
    return call(method, size, now, elapsed);
  }

  // As call(), for a method that saves the store.
  template <Method method>
  val call_saving(uint32_t size, double now, double elapsed) {
    return call_saving(method, size, now, elapsed);
  }

  // The bytes as a Uint8Array, or an answer with an error.
  val export_bytes() {
    std::string bytes;
    const std::string outcome = answer(save([&](Engine& engine) -> Reply {
      LOCI_ASSIGN(image, engine.export_bytes());
      bytes = std::move(image);
      return std::string("null");
    }));
    if (bytes.empty()) return val(outcome);
    const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
    return val::global("Uint8Array").new_(emscripten::typed_memory_view(bytes.size(), data));
  }

  // Makes the first `size` reserved bytes valid UTF-8. (The store is repaired by repairStore.)
  std::string repair(uint32_t size) {
    return answer(guarded_json([&]() -> Reply { return repair_json(input(size)); }));
  }

  // Imports the first `size` reserved bytes; an answer like that of a method.
  std::string import_bytes(uint32_t size) {
    std::string outcome =
        answer(with_engine([&](Engine& engine) { return engine.import_bytes(input(size)); }));
    release_large_input();
    return outcome;
  }

  void make_read_only() { engine_->make_read_only(); }

  void close() { engine_.reset(); }

 private:
  static constexpr uint32_t kKeptInput = 1 << 20;
  static constexpr uint32_t kLargestInput = 1 << 30;

  val reserve_bytes(uint32_t size) {
    if (size > capacity_) {
      input_.reset();
      input_.reset(new (std::nothrow) char[size]);
      capacity_ = input_ ? size : 0;
      if (!input_) return val::null();
    }
    return val(emscripten::typed_memory_view(size, reinterpret_cast<uint8_t*>(input_.get())));
  }

  std::string_view input(uint32_t size) const { return {input_.get(), size}; }

  void release_large_input() {
    if (capacity_ <= kKeptInput) return;
    input_.reset();
    capacity_ = 0;
  }

  val call(Method method, uint32_t size, double now, double elapsed) {
    if (engine_) engine_->tick(static_cast<int64_t>(elapsed));
    return show(with_engine([&](Engine& engine) { return run(engine, method, size, now); }));
  }

  val call_saving(Method method, uint32_t size, double now, double elapsed) {
    if (engine_) engine_->tick(static_cast<int64_t>(elapsed));
    return show(save([&](Engine& engine) { return run(engine, method, size, now); }));
  }

  Reply run(Engine& engine, Method method, uint32_t size, double now) {
    return (engine.*method)(input(size), static_cast<int64_t>(now));
  }

  val show(Reply reply) {
    answer_ = answer(std::move(reply));
    release_large_input();
    const auto* bytes = reinterpret_cast<const uint8_t*>(answer_.data());
    return val(emscripten::typed_memory_view(answer_.size(), bytes));
  }

  Reply with_engine(EngineWork work) {
    if (!engine_) return fail(ErrorCode::kClosed, "this memory was closed; open it again");
    Reply reply = guarded_json([&] { return work(*engine_); });
    if (!reply.ok() && reply.error().code == ErrorCode::kOutOfMemory) engine_->interrupted();
    return reply;
  }

  // What saves the store is tried once more where memory ran out: then the index gives up its own.
  Reply save(EngineWork work) {
    Reply reply = with_engine(work);
    const bool again = !reply.ok() && reply.error().code == ErrorCode::kOutOfMemory;
    return again ? with_engine(work) : std::move(reply);
  }

  std::unique_ptr<Engine> engine_;
  std::unique_ptr<char[]> input_;
  uint32_t capacity_ = 0;  // of input_
  std::string answer_;     // of the last call
};

}  // namespace
}  // namespace loci

EMSCRIPTEN_BINDINGS(loci) {
  using loci::Binding;
  using loci::Engine;
  emscripten::function("contract", &loci::contract);
  emscripten::class_<Binding>("Engine")
      .constructor<>()
      .function("open", &Binding::open)
      .function("makeReadOnly", &Binding::make_read_only)
      .function("close", &Binding::close)
      .function("reserve", &Binding::reserve)
      .function("repair", &Binding::repair)
      .function("exportBytes", &Binding::export_bytes)
      .function("importBytes", &Binding::import_bytes)
      .function("loadSegmenter", &Binding::call<&Engine::load_segmenter>)
      .function("tokenize", &Binding::call<&Engine::tokenize>)
      .function("estTokens", &Binding::call<&Engine::est_tokens>)
      .function("parseLinks", &Binding::call<&Engine::parse_links>)
      .function("add", &Binding::call<&Engine::add>)
      .function("get", &Binding::call<&Engine::get>)
      .function("remove", &Binding::call<&Engine::remove>)
      .function("items", &Binding::call<&Engine::items>)
      .function("categories", &Binding::call<&Engine::categories>)
      .function("retrieve", &Binding::call<&Engine::retrieve>)
      .function("pendingEmbeddings", &Binding::call<&Engine::pending_embeddings>)
      .function("evidenceSave", &Binding::call<&Engine::evidence_save>)
      .function("evidenceSaveBatch", &Binding::call<&Engine::evidence_save_batch>)
      .function("evidenceGet", &Binding::call<&Engine::evidence_get>)
      .function("evidenceRemove", &Binding::call<&Engine::evidence_remove>)
      .function("evidenceFindEntity", &Binding::call<&Engine::evidence_find_entity>)
      .function("evidenceChunks", &Binding::call<&Engine::evidence_chunks>)
      .function("evidenceSearch", &Binding::call<&Engine::evidence_search>)
      .function("evidenceRead", &Binding::call<&Engine::evidence_read>)
      .function("evidenceExpand", &Binding::call<&Engine::evidence_expand>)
      .function("evidenceNearby", &Binding::call<&Engine::evidence_nearby>)
      .function("palaceAddDrawer", &Binding::call<&Engine::palace_add_drawer>)
      .function("palaceAddDrawerBatch", &Binding::call<&Engine::palace_add_drawer_batch>)
      .function("palaceUpdateDrawer", &Binding::call<&Engine::palace_update_drawer>)
      .function("palaceDeleteDrawer", &Binding::call<&Engine::palace_delete_drawer>)
      .function("palaceGetDrawer", &Binding::call<&Engine::palace_get_drawer>)
      .function("palaceListDrawers", &Binding::call<&Engine::palace_list_drawers>)
      .function("palaceAddCloset", &Binding::call<&Engine::palace_add_closet>)
      .function("palaceRemoveCloset", &Binding::call<&Engine::palace_remove_closet>)
      .function("palaceCheckDuplicate", &Binding::call<&Engine::palace_check_duplicate>)
      .function("palaceSearch", &Binding::call<&Engine::palace_search>)
      .function("palaceListWings", &Binding::call<&Engine::palace_list_wings>)
      .function("palaceListRooms", &Binding::call<&Engine::palace_list_rooms>)
      .function("palaceTaxonomy", &Binding::call<&Engine::palace_taxonomy>)
      .function("palaceTraverse", &Binding::call<&Engine::palace_traverse>)
      .function("palaceFindTunnels", &Binding::call<&Engine::palace_find_tunnels>)
      .function("palaceGraphStats", &Binding::call<&Engine::palace_graph_stats>)
      .function("palaceCreateTunnel", &Binding::call<&Engine::palace_create_tunnel>)
      .function("palaceListTunnels", &Binding::call<&Engine::palace_list_tunnels>)
      .function("palaceDeleteTunnel", &Binding::call<&Engine::palace_delete_tunnel>)
      .function("beginBatch", &Binding::call<&Engine::begin_batch>)
      .function("addBatch", &Binding::call<&Engine::add_batch>)
      .function("importMarkdownFile", &Binding::call<&Engine::import_markdown_file>)
      .function("putEmbeddingsBatch", &Binding::call<&Engine::put_embeddings_batch>)
      .function("clearEmbeddings", &Binding::call<&Engine::clear_embeddings>)
      .function("commitBatch", &Binding::call<&Engine::commit_batch>)
      .function("rollbackBatch", &Binding::call<&Engine::rollback_batch>)
      .function("claim", &Binding::call<&Engine::claim>)
      .function("revision", &Binding::call<&Engine::revision>)
      .function("journal", &Binding::call<&Engine::journal>)
      .function("status", &Binding::call<&Engine::status>)
      .function("check", &Binding::call_saving<&Engine::check>)
      .function("repairStore", &Binding::call_saving<&Engine::repair>)
      .function("rebuild", &Binding::call<&Engine::rebuild>)
      .function("compact", &Binding::call<&Engine::compact>)
      .function("flush", &Binding::call<&Engine::flush>)
      .function("checkpoint", &Binding::call<&Engine::checkpoint>)
      .function("release", &Binding::call<&Engine::release>)
      .function("exportMarkdown", &Binding::call_saving<&Engine::export_markdown>);
}
