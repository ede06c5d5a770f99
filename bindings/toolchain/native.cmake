# Native builds: the clang the set-up found.
include(${CMAKE_CURRENT_LIST_DIR}/../../build/setup.cmake)
set(CMAKE_CXX_COMPILER ${LOCI_NATIVE_CXX})
string(REPLACE "clang++" "clang" CMAKE_C_COMPILER ${LOCI_NATIVE_CXX})
