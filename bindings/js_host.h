#pragma once

#include <emscripten/val.h>

#include <memory>

#include "engine.h"

namespace loci {

/// A Host whose files a JavaScript object holds; bindings/hosts/README.md has the object's methods.
/// The host keeps a reference to the object for as long as it lives.
std::unique_ptr<Host> make_js_host(emscripten::val object);

}  // namespace loci
