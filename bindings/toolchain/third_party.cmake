# The parts that are not ours, built from where the set-up put them.

# SQLite without operating system, threads, extensions and what the store never asks for. What is
# left out is left out of the parser too, so sqlite3.c is generated from SQLite's own sources, by
# its own makefile.
set(sqlite_omitted
    ALTERTABLE
    ANALYZE
    AUTHORIZATION
    AUTOINCREMENT
    AUTOMATIC_INDEX
    AUTOVACUUM
    BETWEEN_OPTIMIZATION
    CASE_SENSITIVE_LIKE_PRAGMA
    CAST
    CHECK
    COMPILEOPTION_DIAGS
    COMPLETE
    COMPOUND_SELECT # with it VALUES of several rows, unless all are numbers, texts and parameters
    CTE
    DATETIME_FUNCS
    DECLTYPE
    DEPRECATED
    DESERIALIZE
    EXPLAIN
    FOREIGN_KEY
    GENERATED_COLUMNS
    GET_TABLE
    HEX_INTEGER
    INCRBLOB
    INTROSPECTION_PRAGMAS
    JSON
    LIKE_OPTIMIZATION
    LOAD_EXTENSION
    LOCALTIME
    LOOKASIDE
    OR_OPTIMIZATION
    PROGRESS_CALLBACK
    REINDEX
    RETURNING
    SCHEMA_PRAGMAS
    SHARED_CACHE
    TCL_VARIABLE
    TRACE
    TRIGGER
    UPSERT
    UTF16
    VIEW
    VIRTUALTABLE
    WINDOWFUNC)
list(TRANSFORM sqlite_omitted PREPEND -DSQLITE_OMIT_)
list(JOIN sqlite_omitted " " sqlite_options)

set(sqlite_dir ${PROJECT_BINARY_DIR}/sqlite)
find_program(LOCI_HOST_CC NAMES cc clang-19 clang gcc REQUIRED)
add_custom_command(
  OUTPUT ${sqlite_dir}/sqlite3.c ${sqlite_dir}/sqlite3.h
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${sqlite_dir}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${sqlite_dir}
  COMMAND
    ${CMAKE_COMMAND} -E chdir ${sqlite_dir}
    make --silent -f ${LOCI_SQLITE_DIR}/main.mk TOP=${LOCI_SQLITE_DIR} BCC=${LOCI_HOST_CC}
    OPTS=${sqlite_options} sqlite3.c
  DEPENDS ${LOCI_SQLITE_DIR}/main.mk
  COMMENT "SQLite"
  VERBATIM)

add_library(sqlite3 STATIC ${sqlite_dir}/sqlite3.c ${sqlite_dir}/sqlite3.h)
target_include_directories(sqlite3 SYSTEM PUBLIC ${sqlite_dir})
target_compile_definitions(
  sqlite3
  PRIVATE SQLITE_OS_OTHER=1
          SQLITE_THREADSAFE=0
          SQLITE_TEMP_STORE=3
          SQLITE_DQS=0
          SQLITE_ENABLE_BATCH_ATOMIC_WRITE # see store/vfs.cpp
          SQLITE_DIRECT_OVERFLOW_READ=0 # would read parts of pages, which no checksum covers
          SQLITE_ENABLE_OVERSIZE_CELL_CHECK # the bytes of a store may come from anywhere
          SQLITE_DEFAULT_MEMSTATUS=0
          SQLITE_MAX_EXPR_DEPTH=0
          LONGDOUBLE_TYPE=double # computes with pairs of doubles: wasm has 128 bits only in software
          SQLITE_UNTESTABLE)
target_compile_options(sqlite3 PRIVATE -w ${LOCI_SQLITE_OPTIMIZATION} ${sqlite_omitted})

# Without its stream operators, which would bring all of iostream into the module.
add_library(nlohmann_json INTERFACE)
target_include_directories(nlohmann_json SYSTEM INTERFACE ${LOCI_JSON_DIR})
target_compile_definitions(nlohmann_json INTERFACE JSON_NO_IO)

# The test framework with its `main`. Its speed is of no matter, the time to compile it is. GENERATED
# lets CMake configure where only the parts of a build are, as behind `npm start`.
set(catch2_source ${LOCI_CATCH2_DIR}/catch_amalgamated.cpp)
set_source_files_properties(${catch2_source} PROPERTIES GENERATED TRUE)
add_library(catch2 STATIC EXCLUDE_FROM_ALL ${catch2_source})
target_include_directories(catch2 SYSTEM PUBLIC ${LOCI_CATCH2_DIR})
target_compile_options(catch2 PRIVATE -w -O0 -fno-rtti)
