#include "js_host.h"

#include <emscripten/em_js.h>

#include <cmath>
#include <utility>

// Offsets and addresses cross as doubles, which hold integers up to 2^53 exactly. A view of the
// heap is made inside each call: growth of the heap detaches the earlier ones.
//
// Tested through openMemory() by tests/js.

namespace loci {

/// One call of the host object. A host catches everything itself; were one to throw nevertheless,
/// the exception would pass through SQLite's frames, so it ends here.
// clang-format off
EM_JS_DEPS(loci_js_host, "$Emval");
EM_JS(double, loci_call_host, (emscripten::EM_VAL object, int call, int file, double address,
                               double count, double offset), {
  const host = Emval.toValue(object);
  const view = () => HEAPU8.subarray(address, address + count);
  try {
    switch (call) {
      case 0: return host.open();
      case 1: return host.read(file, view(), offset);
      case 2: return host.write(file, view(), offset);
      case 3: return host.truncate(file, offset);
      case 4: return host.flush(file);
      case 5: return host.size(file);
      case 6: return host.close(), 0;
      case 7: return host.releaseReserve?.() === true ? 1 : 0;
      case 8: return host.beginCommit();
      case 9: return host.commit();
      case 10: return host.abandonCommit(), 0;
      case 11: return host.beginStage();
      case 12: return host.endStage();
      default: return host.abandonStage();
    }
  } catch {
    return -1;
  }
});
// clang-format on

namespace {

enum Call {
  kOpen,
  kRead,
  kWrite,
  kTruncate,
  kFlush,
  kSize,
  kClose,
  kReleaseReserve,
  kBeginCommit,
  kCommit,
  kAbandonCommit,
  kBeginStage,
  kEndStage,
  kAbandonStage
};

/// The answer as an integer; what is no number is a failure.
int64_t call_host(const emscripten::val& object, Call call, StoreFile file = StoreFile::kDatabase,
                  const void* bytes = nullptr, int64_t count = 0, int64_t offset = 0) {
  const auto address = static_cast<double>(reinterpret_cast<uintptr_t>(bytes));
  const double answer = loci_call_host(object.as_handle(), call, static_cast<int>(file), address,
                                       static_cast<double>(count), static_cast<double>(offset));
  return std::isfinite(answer) ? static_cast<int64_t>(answer) : kHostFailed;
}

class JsHost final : public Host {
 public:
  explicit JsHost(emscripten::val object)
      : object_(std::move(object)),
        durable_(object_["durable"].as<bool>()),
        atomic_(object_["atomic"].isTrue()) {}

  int open() override { return call(kOpen); }

  int64_t read(StoreFile file, void* to, int64_t count, int64_t offset) override {
    return call_host(object_, kRead, file, to, count, offset);
  }

  int64_t write(StoreFile file, const void* from, int64_t count, int64_t offset) override {
    return call_host(object_, kWrite, file, from, count, offset);
  }

  int truncate(StoreFile file, int64_t size) override {
    return static_cast<int>(call_host(object_, kTruncate, file, nullptr, 0, size));
  }

  int flush(StoreFile file) override { return static_cast<int>(call_host(object_, kFlush, file)); }

  int64_t size(StoreFile file) override { return call_host(object_, kSize, file); }

  void close() override { call(kClose); }

  bool durable() const override { return durable_; }

  bool release_reserve() override { return call(kReleaseReserve) == 1; }

  bool atomic() const override { return atomic_; }
  int begin_commit() override { return call(kBeginCommit); }
  int commit() override { return call(kCommit); }
  void abandon_commit() override { call(kAbandonCommit); }
  int begin_stage() override { return call(kBeginStage); }
  int end_stage() override { return call(kEndStage); }
  int abandon_stage() override { return call(kAbandonStage); }

  std::string last_error() const override {
    const emscripten::val words = object_["lastError"];
    return words.isString() ? words.as<std::string>() : std::string();
  }

 private:
  int call(Call call) { return static_cast<int>(call_host(object_, call)); }

  emscripten::val object_;
  const bool durable_;
  const bool atomic_;
};

}  // namespace

std::unique_ptr<Host> make_js_host(emscripten::val object) {
  return std::make_unique<JsHost>(std::move(object));
}

}  // namespace loci
