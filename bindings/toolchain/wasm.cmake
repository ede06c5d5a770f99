# WebAssembly builds: the compiler's own toolchain file, from where the set-up found or laid it.
include(${CMAKE_CURRENT_LIST_DIR}/../../build/setup.cmake)
include(${LOCI_WASM_TOOLCHAIN})

# Node 20 and older browsers know only the first form of the exception instructions; from this
# version on the compiler has to be asked for it.
if(EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 4.0.0)
  add_compile_options(-sWASM_LEGACY_EXCEPTIONS=1)
  add_link_options(-sWASM_LEGACY_EXCEPTIONS=1)
endif()
