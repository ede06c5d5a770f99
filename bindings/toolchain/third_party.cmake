# The parts that are not ours, built from where the set-up put them.

# SQLite without operating system, threads, extensions and what the store never asks for. These
# OMIT_ flags leave the amalgamation whole; others (TRIGGER, VIEW, VIRTUALTABLE, VACUUM, ...) need
# a parser generated for them and do not link.
add_library(sqlite3 STATIC ${LOCI_SQLITE_DIR}/sqlite3.c)
target_include_directories(sqlite3 SYSTEM PUBLIC ${LOCI_SQLITE_DIR})
target_compile_definitions(
  sqlite3
  PRIVATE SQLITE_OS_OTHER=1
          SQLITE_THREADSAFE=0
          SQLITE_TEMP_STORE=3
          SQLITE_DQS=0
          SQLITE_ENABLE_BATCH_ATOMIC_WRITE # see store/vfs.cpp
          SQLITE_ENABLE_OVERSIZE_CELL_CHECK # the bytes of a store may come from anywhere
          SQLITE_DEFAULT_MEMSTATUS=0
          SQLITE_MAX_EXPR_DEPTH=0
          SQLITE_OMIT_AUTHORIZATION
          SQLITE_OMIT_AUTOINCREMENT
          SQLITE_OMIT_AUTOMATIC_INDEX
          SQLITE_OMIT_AUTOVACUUM
          SQLITE_OMIT_BETWEEN_OPTIMIZATION
          SQLITE_OMIT_CASE_SENSITIVE_LIKE_PRAGMA
          SQLITE_OMIT_CHECK
          SQLITE_OMIT_COMPILEOPTION_DIAGS
          SQLITE_OMIT_COMPLETE
          SQLITE_OMIT_DATETIME_FUNCS
          SQLITE_OMIT_DECLTYPE
          SQLITE_OMIT_DEPRECATED
          SQLITE_OMIT_DESERIALIZE
          SQLITE_OMIT_EXPLAIN
          SQLITE_OMIT_FOREIGN_KEY
          SQLITE_OMIT_GET_TABLE
          SQLITE_OMIT_INTROSPECTION_PRAGMAS
          SQLITE_OMIT_JSON
          SQLITE_OMIT_LIKE_OPTIMIZATION
          SQLITE_OMIT_LOAD_EXTENSION
          SQLITE_OMIT_LOCALTIME
          SQLITE_OMIT_LOOKASIDE
          SQLITE_OMIT_OR_OPTIMIZATION
          SQLITE_OMIT_PROGRESS_CALLBACK
          SQLITE_OMIT_SCHEMA_PRAGMAS
          SQLITE_OMIT_SHARED_CACHE
          SQLITE_OMIT_TCL_VARIABLE
          SQLITE_OMIT_TRACE
          SQLITE_OMIT_UTF16
          SQLITE_UNTESTABLE)
target_compile_options(sqlite3 PRIVATE -w ${LOCI_SQLITE_OPTIMIZATION})

# Without its stream operators, which would bring all of iostream into the module.
add_library(nlohmann_json INTERFACE)
target_include_directories(nlohmann_json SYSTEM INTERFACE ${LOCI_JSON_DIR})
target_compile_definitions(nlohmann_json INTERFACE JSON_NO_IO)

# The test framework with its `main`. Its speed is of no matter, the time to compile it is.
add_library(catch2 STATIC EXCLUDE_FROM_ALL ${LOCI_CATCH2_DIR}/catch_amalgamated.cpp)
target_include_directories(catch2 SYSTEM PUBLIC ${LOCI_CATCH2_DIR})
target_compile_options(catch2 PRIVATE -w -O0 -fno-rtti)
