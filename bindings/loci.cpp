// What JavaScript sees of the engine: one class, a line a method. Arguments come as JSON text and
// answers go as JSON text, `{"result": …}` or `{"error": {code, message, detail?}}`; bytes go as
// typed arrays.

#include <emscripten/bind.h>

#include <exception>
#include <memory>
#include <new>
#include <string>

#include "base/json_writer.h"
#include "base/utf8.h"
#include "engine.h"
#include "js_host.h"

namespace loci {
namespace {

using emscripten::val;
using Method = Reply (Engine::*)(std::string_view, int64_t);

std::string answer(const Error& error) {
  JsonWriter out;
  out.begin_object().key("error").begin_object();
  out.key("code").text(name_of(error.code)).key("message").text(error.message);
  if (!error.detail.empty()) out.key("detail").raw(error.detail);
  out.end_object().end_object();
  return out.take();
}

std::string answer(Reply reply) {
  if (!reply.ok()) return answer(reply.error());
  return "{\"result\":" + std::move(reply.value()) + "}";
}

// An exception that leaves wasm carries no message, so none does. Only memory that runs out throws.
template <typename Work>
Reply guarded(Work work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::kOutOfMemory, "memory ran out; retry with less at a time");
  } catch (const std::exception& exception) {
    return fail(ErrorCode::kInternal, exception.what());
  }
}

class Binding {
 public:
  // `host` is a JavaScript host (bindings/hosts), or null for a store in memory.
  std::string open(val host, const std::string& options) {
    return answer(guarded([&]() -> Reply {
      std::unique_ptr<Host> medium;
      if (host.isNull()) {
        medium = std::make_unique<MemoryHost>();
      } else {
        medium = make_js_host(std::move(host));
      }
      LOCI_ASSIGN(engine, Engine::open(std::move(medium), options));
      engine_ = std::move(engine);
      return std::string("null");
    }));
  }

  // The answer as bytes in the engine's memory, to be decoded before anything else happens: a
  // string would be searched for its end byte by byte on the way.
  template <Method method>
  val call(const std::string& arguments, double now) {
    return call(method, arguments, now);
  }

  // The bytes as a Uint8Array, or an answer with an error.
  val export_bytes() {
    std::string bytes;
    const std::string outcome = answer(with_engine([&](Engine& engine) -> Reply {
      LOCI_ASSIGN(image, engine.export_bytes());
      bytes = std::move(image);
      return std::string("null");
    }));
    if (bytes.empty()) return val(outcome);
    const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
    return val::global("Uint8Array").new_(emscripten::typed_memory_view(bytes.size(), data));
  }

  std::string import_bytes(const std::string& bytes) {
    return answer(with_engine([&](Engine& engine) -> Reply {
      LOCI_TRY(engine.import_bytes(bytes));
      return std::string("null");
    }));
  }

  void make_read_only() { engine_->make_read_only(); }

  void close() { engine_.reset(); }

 private:
  val call(Method method, const std::string& arguments, double now) {
    answer_ = answer(with_engine(
        [&](Engine& engine) { return (engine.*method)(arguments, static_cast<int64_t>(now)); }));
    const auto* bytes = reinterpret_cast<const uint8_t*>(answer_.data());
    return val(emscripten::typed_memory_view(answer_.size(), bytes));
  }

  template <typename Work>
  Reply with_engine(Work work) {
    if (!engine_) return fail(ErrorCode::kClosed, "this memory was closed; open it again");
    Reply reply = guarded([&] { return work(*engine_); });
    if (!reply.ok() && reply.error().code == ErrorCode::kOutOfMemory) engine_->interrupted();
    return reply;
  }

  std::unique_ptr<Engine> engine_;
  std::string answer_;  // of the last call
};

// UTF-8 made valid: `{"text": …, "replaced": n}`.
std::string repair(const std::string& bytes) {
  const utf8::Repaired repaired = utf8::repair(bytes);
  JsonWriter out;
  out.begin_object().key("text").text(repaired.text);
  out.key("replaced").integer(repaired.replaced).end_object();
  return out.take();
}

}  // namespace
}  // namespace loci

EMSCRIPTEN_BINDINGS(loci) {
  using loci::Binding;
  using loci::Engine;
  emscripten::function("contract", &loci::contract);
  emscripten::function("repair", &loci::repair);
  emscripten::class_<Binding>("Engine")
      .constructor<>()
      .function("open", &Binding::open)
      .function("makeReadOnly", &Binding::make_read_only)
      .function("close", &Binding::close)
      .function("exportBytes", &Binding::export_bytes)
      .function("importBytes", &Binding::import_bytes)
      .function("tokenize", &Binding::call<&Engine::tokenize>)
      .function("estTokens", &Binding::call<&Engine::est_tokens>)
      .function("parseLinks", &Binding::call<&Engine::parse_links>)
      .function("add", &Binding::call<&Engine::add>)
      .function("get", &Binding::call<&Engine::get>)
      .function("remove", &Binding::call<&Engine::remove>)
      .function("items", &Binding::call<&Engine::items>)
      .function("categories", &Binding::call<&Engine::categories>)
      .function("retrieve", &Binding::call<&Engine::retrieve>)
      .function("beginBatch", &Binding::call<&Engine::begin_batch>)
      .function("addBatch", &Binding::call<&Engine::add_batch>)
      .function("importMarkdownFile", &Binding::call<&Engine::import_markdown_file>)
      .function("commitBatch", &Binding::call<&Engine::commit_batch>)
      .function("rollbackBatch", &Binding::call<&Engine::rollback_batch>)
      .function("revision", &Binding::call<&Engine::revision>)
      .function("journal", &Binding::call<&Engine::journal>)
      .function("status", &Binding::call<&Engine::status>)
      .function("check", &Binding::call<&Engine::check>)
      .function("rebuild", &Binding::call<&Engine::rebuild>)
      .function("compact", &Binding::call<&Engine::compact>)
      .function("flush", &Binding::call<&Engine::flush>)
      .function("exportMarkdown", &Binding::call<&Engine::export_markdown>);
}
