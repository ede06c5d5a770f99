// The engine without WebAssembly, for the ratio of the two: what a store of the same texts and the
// same questions cost natively, through the same JSON boundary. Run by tests/bench/native.js.
//
//   loci_bench <batches> <questions>
//
// `batches`: argument texts of Engine::add_batch; `questions`: of Engine::retrieve. Each stands
// behind a line with its size in bytes, since vectors follow the text of their call as they are.
// Prints {"build": ms, "queries": [ms…]}: of rebuild(), and of each question in a second pass.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "engine.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr int64_t kNow = 1'700'000'000'000;
constexpr char kNoArguments[] = "[]";

std::vector<std::string> read_texts(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::string> texts;
  for (std::string size; std::getline(file, size);) {
    std::string text(std::stoul(size), '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    texts.push_back(std::move(text));
  }
  return texts;
}

template <typename T>
T expect(loci::Result<T> result) {
  if (result.ok()) return std::move(result.value());
  std::fprintf(stderr, "loci_bench: %s\n", result.error().message.c_str());
  std::exit(1);
}

template <typename Work>
double milliseconds(const Work& work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void fill(loci::Engine& engine, const std::vector<std::string>& batches) {
  expect(engine.begin_batch(kNoArguments, kNow));
  for (const std::string& batch : batches) expect(engine.add_batch(batch, kNow));
  expect(engine.commit_batch(kNoArguments, kNow));
}

void ask(loci::Engine& engine, const std::vector<std::string>& questions) {
  for (const std::string& question : questions) expect(engine.retrieve(question, kNow));
}

void print_query_times(loci::Engine& engine, const std::vector<std::string>& questions) {
  const char* separator = "";
  for (const std::string& question : questions) {
    const double ms = milliseconds([&] { expect(engine.retrieve(question, kNow)); });
    std::printf("%s%f", separator, ms);
    separator = ",";
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::fprintf(stderr, "loci_bench <batches> <questions>\n");
    return 2;
  }
  const auto questions = read_texts(arguments[2]);
  auto engine = expect(loci::Engine::open(std::make_unique<loci::MemoryHost>(), kNoArguments));
  fill(*engine, read_texts(arguments[1]));
  const double build = milliseconds([&] { expect(engine->rebuild(kNoArguments, kNow)); });
  ask(*engine, questions);
  std::printf("{\"build\":%f,\"queries\":[", build);
  print_query_times(*engine, questions);
  std::printf("]}\n");
}
