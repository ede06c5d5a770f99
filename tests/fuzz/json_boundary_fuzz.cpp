// Fuzzes the engine's methods with arbitrary arguments, over one small memory: no trap, replies
// that are JSON, a store that an error has not changed, and attachments read within their bounds.
// The first byte chooses the method.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine.h"
#include "engine_arguments.h"
#include "store/memory_host.h"

namespace loci {
namespace {

using nlohmann::json;
using Method = Reply (Engine::*)(std::string_view, int64_t);

constexpr Method kMethods[] = {&Engine::tokenize,    &Engine::est_tokens,
                               &Engine::parse_links, &Engine::add,
                               &Engine::get,         &Engine::remove,
                               &Engine::items,       &Engine::categories,
                               &Engine::retrieve,    &Engine::pending_embeddings,
                               &Engine::revision,    &Engine::journal,
                               &Engine::status,      &Engine::check,
                               &Engine::rebuild,     &Engine::compact,
                               &Engine::flush,       &Engine::export_markdown};
constexpr Method kBatchMethods[] = {&Engine::add_batch, &Engine::import_markdown_file,
                                    &Engine::put_embeddings_batch, &Engine::clear_embeddings};
constexpr size_t kMethodCount = sizeof kMethods / sizeof *kMethods;
constexpr size_t kBatchMethodCount = sizeof kBatchMethods / sizeof *kBatchMethods;
constexpr int64_t kNow = 1'700'000'000'000;
constexpr int64_t kMostRevisions = 200;  // then a new memory is begun, so that it stays small

void require(bool condition) {
  if (!condition) std::abort();
}

std::unique_ptr<Engine> new_engine() {
  auto engine = Engine::open(std::make_unique<MemoryHost>(), "[]");
  require(engine.ok());
  constexpr char kItem[] =
      R"([{"category":"a","name":"b","content":"apple [[a:b]] 海边","embedding":{"at":0,"bytes":8}}])"
      "\0\0\0\x80\x3f\0\0\0\x40";
  require(engine.value()->add({kItem, sizeof kItem - 1}, kNow).ok());
  return std::move(engine.value());
}

std::string answer(Engine& engine, Method method, std::string_view arguments) {
  Reply reply = (engine.*method)(arguments, kNow);
  require(reply.ok());
  return std::move(reply.value());
}

std::string picture(Engine& engine) {
  constexpr char kQuery[] = R"(["apple 海",{"embedding":{"at":0,"bytes":8}}])"
                            "\0\0\0\x80\x3f\0\0\x80\x3f";
  return answer(engine, &Engine::items, "[]") + answer(engine, &Engine::journal, "[]") +
         answer(engine, &Engine::pending_embeddings, "[]") +
         answer(engine, &Engine::retrieve, {kQuery, sizeof kQuery - 1});
}

void check_reply(const Reply& reply, bool& refused) {
  if (reply.ok()) {
    require(!json::parse(reply.value(), nullptr, false).is_discarded());
    return;
  }
  refused = true;
  const ErrorCode code = reply.error().code;
  require(code == ErrorCode::kInvalidArgument || code == ErrorCode::kTooLarge ||
          code == ErrorCode::kInvalidVector || code == ErrorCode::kDimensionMismatch ||
          code == ErrorCode::kModelMismatch);
  require(!reply.error().message.empty());
}

void run_batch(Engine& engine, Method method, std::string_view arguments, bool& refused) {
  answer(engine, &Engine::begin_batch, "[]");
  check_reply((engine.*method)(arguments, kNow), refused);
  if (!refused) answer(engine, &Engine::commit_batch, "[]");
}

// Every field of every object that is an argument, read as an attachment, stays inside the text.
void read_attachments(std::string_view text) {
  auto arguments = Arguments::parse(text, "a b c");
  if (!arguments.ok()) return;
  for (const size_t at : {0, 1, 2}) {
    auto fields = arguments.value().options(at);
    if (!fields.ok()) continue;
    for (const char* name : {"a", "embedding", "words"}) {
      const auto bytes = fields.value().bytes(name);
      const auto vector = fields.value().vector(name);
      require(!bytes || (bytes->data() >= text.data() &&
                         bytes->data() + bytes->size() <= text.data() + text.size()));
      require(!vector || vector->size() * sizeof(float) <= text.size());
    }
  }
}

}  // namespace
}  // namespace loci

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace loci;
  if (size == 0) return 0;
  static std::unique_ptr<Engine> engine = new_engine();
  const std::string_view arguments(reinterpret_cast<const char*>(data) + 1, size - 1);
  const size_t choice = data[0] % (kMethodCount + kBatchMethodCount);
  read_attachments(arguments);
  const std::string before = picture(*engine);
  bool refused = false;
  if (choice < kMethodCount) {
    check_reply((*engine.*kMethods[choice])(arguments, kNow), refused);
  } else {
    run_batch(*engine, kBatchMethods[choice - kMethodCount], arguments, refused);
  }
  if (refused) require(picture(*engine) == before);
  if (std::stoll(answer(*engine, &Engine::revision, "[]")) > kMostRevisions) engine = new_engine();
  return 0;
}
