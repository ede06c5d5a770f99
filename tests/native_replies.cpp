// The engine without WebAssembly, behind the same calls as in JavaScript, for the comparison of
// their replies. Run by tests/runtimes/identical.test.js.
//
//   loci_replies <now> < calls > replies
//
// A call is a line with the method's name and the size of its arguments in bytes, and then these,
// as the bindings hand them over; the first is `open`. A reply is a line with its size, and then
// its bytes.

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <string>

#include "engine.h"

namespace {

using loci::Engine;
using loci::Reply;
using Method = Reply (Engine::*)(std::string_view, int64_t);

const std::map<std::string, Method> kMethods = {
    {"add", &Engine::add},
    {"addBatch", &Engine::add_batch},
    {"beginBatch", &Engine::begin_batch},
    {"commitBatch", &Engine::commit_batch},
    {"evidenceExpand", &Engine::evidence_expand},
    {"evidenceFindEntity", &Engine::evidence_find_entity},
    {"evidenceGet", &Engine::evidence_get},
    {"evidenceNearby", &Engine::evidence_nearby},
    {"evidenceRead", &Engine::evidence_read},
    {"evidenceSaveBatch", &Engine::evidence_save_batch},
    {"evidenceSearch", &Engine::evidence_search},
    {"loadSegmenter", &Engine::load_segmenter},
    {"palaceAddCloset", &Engine::palace_add_closet},
    {"palaceAddDrawerBatch", &Engine::palace_add_drawer_batch},
    {"palaceCheckDuplicate", &Engine::palace_check_duplicate},
    {"palaceFindTunnels", &Engine::palace_find_tunnels},
    {"palaceGraphStats", &Engine::palace_graph_stats},
    {"palaceListDrawers", &Engine::palace_list_drawers},
    {"palaceListRooms", &Engine::palace_list_rooms},
    {"palaceListWings", &Engine::palace_list_wings},
    {"palaceSearch", &Engine::palace_search},
    {"palaceTaxonomy", &Engine::palace_taxonomy},
    {"palaceTraverse", &Engine::palace_traverse},
    {"remove", &Engine::remove},
    {"retrieve", &Engine::retrieve},
    {"tokenize", &Engine::tokenize},
};

template <typename T>
T expect(loci::Result<T> result) {
  if (result.ok()) return std::move(result.value());
  std::fprintf(stderr, "loci_replies: %s\n", result.error().message.c_str());
  std::exit(1);
}

std::string read_bytes(size_t size) {
  std::string bytes(size, '\0');
  std::cin.read(bytes.data(), static_cast<std::streamsize>(size));
  return bytes;
}

Reply reply_to(Engine& engine, const std::string& method, const std::string& arguments,
               int64_t now) {
  if (method == "exportBytes") return engine.export_bytes();
  if (method == "importBytes") return engine.import_bytes(arguments);
  return (engine.*kMethods.at(method))(arguments, now);
}

void answer_all(int64_t now) {
  std::unique_ptr<Engine> engine;
  size_t size = 0;
  for (std::string method; std::cin >> method >> size && std::cin.get() == '\n';) {
    const std::string arguments = read_bytes(size);
    if (method == "open") {
      engine = expect(Engine::open(std::make_unique<loci::MemoryHost>(), arguments));
      continue;
    }
    const std::string reply = expect(reply_to(*engine, method, arguments, now));
    std::cout << reply.size() << '\n' << reply << std::flush;
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "loci_replies <now> < calls > replies\n");
    return 2;
  }
  answer_all(std::strtoll(arguments[1], nullptr, 10));
}
