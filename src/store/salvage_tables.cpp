// Tested by tests/store/salvage_test.cpp.

#include "store/salvage_tables.h"

#include <algorithm>
#include <cstring>

#include "base/timestamp.h"
#include "base/utf8.h"
#include "text/name_key.h"

namespace loci {
namespace {

// Ids of vectors mean nothing, and those of two tables may be alike.
#define LOCI_VECTORS(table) \
  {table, "riib", nullptr,  \
   "INSERT OR IGNORE INTO " table "(item, hash, embedding) VALUES(?2, ?3, ?4)"}

constexpr SalvagedTable kTables[] = {
    {"meta", "kv"},
    {"item", "rttttTTTTI", "category = ?2 AND name = ?3"},
    {"journal", "riittTT"},
    {"answer", "rtt", "key = ?2"},
    {"place", "rttnn", "wing_key = ?4 AND room_key = ?5"},
    {"event", "rtdtt", "name = ?2"},
    {"entity", "rittt", "name = ?3"},
    {"mention", "iii"},
    {"drawer", "rtiTTITTTt", "name = ?2"},
    {"closet", "ritt", "place = ?2 AND source_file = ?3"},
    {"tunnel", "riiTt"},
    LOCI_VECTORS("item_vector"),
    LOCI_VECTORS("event_vector"),
    LOCI_VECTORS("chunk_vector"),
    LOCI_VECTORS("drawer_vector"),
    LOCI_VECTORS("closet_vector"),
};

// What an index tells where a row is gone: its name, and for some tables nearly all of it.
constexpr SalvagedTable kIndexes[] = {
    {"item_by_name", "tti", nullptr,
     "INSERT OR IGNORE INTO known VALUES('item', ?3, ?1 || '/' || ?2)", "item"},
    {"sqlite_autoindex_event_1", "ti", nullptr,
     "INSERT OR IGNORE INTO known VALUES('event', ?2, ?1)", "event"},
    {"sqlite_autoindex_drawer_1", "ti", nullptr,
     "INSERT OR IGNORE INTO known VALUES('drawer', ?2, ?1)", "drawer"},
    {"closet_by_source", "iti", nullptr, "INSERT OR IGNORE INTO known VALUES('closet', ?3, ?2)",
     "closet"},
    {"place_by_key", "tti", nullptr, "INSERT OR IGNORE INTO place VALUES(?3, ?1, ?2, ?1, ?2)"},
    {"mention_by_entity", "ii", nullptr, "INSERT OR IGNORE INTO mention VALUES(?2, ?1, 65535)"},
};

constexpr std::string_view kMetaKeys[] = {"trimmed_revision", "vector_revision", "event_revision",
                                          "palace_revision",  "last_entity",     "import_mark",
                                          "embedding_width",  "embedding_model"};

bool fits(char column, const SalvagedValue& value) {
  using Value = SalvagedValue;
  const bool is_text = value.type == Value::kText && utf8::is_valid(value.bytes);
  const bool is_null = value.type == Value::kNull;
  switch (column) {
    case 'r':
      return is_null;
    case 'I':
      return is_null || value.type == Value::kInteger;
    case 'i':
      return value.type == Value::kInteger;
    case 'T':
      return is_null || is_text;
    case 't':
      return is_text;
    case 'd':
      return is_null || (is_text && parse_instant(value.bytes).ok());
    case 'b':
      return value.type == Value::kBlob;
    case 'k':
      return is_text && std::count(std::begin(kMetaKeys), std::end(kMetaKeys), value.bytes) > 0;
    default:
      return is_text || value.type == Value::kInteger;
  }
}

}  // namespace

std::span<const SalvagedTable> salvaged_tables() { return kTables; }
std::span<const SalvagedTable> salvaged_indexes() { return kIndexes; }

bool fits(const SalvagedTable& table, const std::vector<SalvagedValue>& values) {
  if (values.size() != std::strlen(table.columns)) return false;
  for (size_t i = 0; i < values.size(); ++i) {
    const bool is_key = table.columns[i] == 'n';
    if (!fits(is_key ? 't' : table.columns[i], values[i])) return false;
    if (is_key && name_key(values[i - 2].bytes) != values[i].bytes) return false;
  }
  return true;
}

}  // namespace loci
