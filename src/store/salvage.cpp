// Tested by tests/store/salvage_test.cpp.

#include "store/salvage.h"

#include <algorithm>

#include "base/concat.h"

namespace loci {
namespace {

constexpr SalvagedTable kSchema = {"sqlite_schema", "tttiT"};

// Names of what was lost that are told; the others are counted.
constexpr int kMostNames = 20;

constexpr char kCreateKnown[] =
    "CREATE TEMP TABLE known(kind, id INTEGER, name, PRIMARY KEY(kind, id)) WITHOUT ROWID";

// What the journal says of each item last: the row that it must have, or that it has none.
constexpr char kReadJournal[] =
    "CREATE TEMP TABLE latest(category, name, id INTEGER, action INTEGER,"
    " PRIMARY KEY(category, name)) WITHOUT ROWID;"
    "INSERT INTO latest SELECT category, name, max(revision), action FROM journal"
    " GROUP BY category, name;"
    "DELETE FROM item WHERE EXISTS (SELECT 1 FROM latest WHERE category = item.category"
    " AND name = item.name AND id > item.id);";
constexpr char kNameByJournal[] =
    "INSERT OR IGNORE INTO known SELECT 'item', id, category || '/' || name FROM latest"
    " WHERE action <> 3";

bool has_rowids(const SalvagedTable& table) { return &table == &kSchema || table.has_rowids(); }

/// Whether the page can stand in the table's tree.
bool is_of_kind(const SalvagedPage& page, const SalvagedTable* table) {
  if (table == nullptr || !page.is_tree()) return page.is_tree();
  const bool is_table =
      page.kind() == SalvagedPage::kInnerTable || page.kind() == SalvagedPage::kLeafTable;
  return is_table == has_rowids(*table);
}

std::string insert_sql(const SalvagedTable& table, bool only_known) {
  if (table.insert != nullptr) return table.insert;
  const size_t columns = std::string_view(table.columns).size();
  std::string values = "?1";
  for (size_t i = 2; i <= columns; ++i) values += concat({",?", i});
  if (table.key == nullptr) {
    return concat({"INSERT OR IGNORE INTO ", table.name, " VALUES(", values, ")"});
  }
  return concat({"REPLACE INTO ", table.name, " SELECT ", values,
                 " WHERE NOT EXISTS (SELECT 1 FROM ", table.name,
                 " WHERE id = ?1) AND NOT EXISTS (SELECT 1 FROM ", table.name, " WHERE ", table.key,
                 " AND id > ?1)",
                 only_known ? " AND EXISTS (SELECT 1 FROM known WHERE id = ?1 AND kind = '" : "",
                 only_known ? table.name : "", only_known ? "')" : ""});
}

void bind(Statement& statement, int index, const SalvagedValue& value) {
  switch (value.type) {
    case SalvagedValue::kInteger:
      statement.bind_int64(index, value.integer);
      break;
    case SalvagedValue::kText:
      statement.bind(index, value.bytes);
      break;
    case SalvagedValue::kBlob:
      statement.bind_blob(index, value.bytes);
      break;
    default:
      statement.bind(index, nullptr);
  }
}

}  // namespace

Status Salvage::run() {
  for (const SalvagedTable& table : salvaged_tables()) tables_.emplace_back().table = &table;
  for (const SalvagedTable& index : salvaged_indexes()) indexes_.emplace_back().table = &index;
  LOCI_TRY(to_.execute(kCreateKnown));
  LOCI_TRY(pages_.open());
  LOCI_TRY(find_roots());
  LOCI_TRY(walk_all(tables_));
  LOCI_TRY(walk_indexes(/*telling=*/true));
  if (!tables_whole_) LOCI_TRY(take_orphans());
  LOCI_TRY(walk_indexes(/*telling=*/false));
  return use_journal();
}

// The schema is a table like the others.
Status Salvage::find_roots() {
  Target schema;
  schema.table = &kSchema;
  LOCI_TRY(walk(1, schema));
  tables_whole_ = schema.lost_pages == 0;
  SalvagedPage page;
  for (int64_t number = 1; !tables_whole_ && number <= pages_.count(); ++number) {
    if (pages_.was_met(number)) continue;
    LOCI_ASSIGN(sound, pages_.read(number, page));
    if (sound && page.kind() == SalvagedPage::kLeafTable) LOCI_TRY(take_page(page, {&schema, 1}));
  }
  return Ok{};
}

Status Salvage::walk_all(std::span<Target> targets) {
  for (Target& target : targets) {
    const auto root = std::find_if(roots_.begin(), roots_.end(), [&](const Root& known) {
      return known.name == target.table->name;
    });
    if (root == roots_.end()) continue;
    LOCI_TRY(walk(root->page, target));
    target.whole = target.lost_pages + target.lost_rows == 0;
    if (!target.whole && targets.data() == tables_.data()) tables_whole_ = false;
  }
  return Ok{};
}

// Those that tell which rows a table has, or those that tell what is in its rows.
Status Salvage::walk_indexes(bool telling) {
  for (Target& index : indexes_) {
    if ((index.table->of != nullptr) != telling) continue;
    LOCI_TRY(walk_all({&index, 1}));
    for (Target& target : tables_) {
      if (telling && std::string_view(target.table->name) == index.table->of) {
        target.only_known = index.whole;
      }
    }
  }
  return Ok{};
}

Status Salvage::walk(int64_t root, Target& target) {
  std::vector<int64_t> open = {root};
  SalvagedPage page;
  SalvagedPage::Cell cell;
  while (!open.empty()) {
    const int64_t number = open.back();
    open.pop_back();
    bool sound = pages_.meet(number);
    if (sound) {
      LOCI_ASSIGN(readable, pages_.read(number, page));
      sound = readable && is_of_kind(page, target.table);
    }
    if (!sound) {
      ++target.lost_pages;
      continue;
    }
    if (page.is_inner()) open.push_back(page.last_child());
    for (int i = 0; page.is_inner() && i < page.cell_count(); ++i) {
      if (page.read_cell(i, cell)) open.push_back(cell.child);
    }
    const bool has_rows = page.kind() != SalvagedPage::kInnerTable;
    if (has_rows && target.table != nullptr) LOCI_TRY(take_page(page, {&target, 1}));
  }
  return Ok{};
}

// Trees of which no row is wanted are walked first, so that their pages are met.
Status Salvage::take_orphans() {
  const auto is_of = [](const std::vector<Target>& targets, const Root& root) {
    return std::any_of(targets.begin(), targets.end(),
                       [&](const Target& target) { return root.name == target.table->name; });
  };
  Target unwanted;
  for (const Root& root : roots_) {
    if (!is_of(tables_, root) && !is_of(indexes_, root)) LOCI_TRY(walk(root.page, unwanted));
  }
  for (Target& target : tables_) target.insert = {};  // another from now on
  SalvagedPage page;
  for (int64_t number = 1; number <= pages_.count(); ++number) {
    if (pages_.was_met(number)) continue;
    LOCI_ASSIGN(sound, pages_.read(number, page));
    lost_pages_ += !sound;
    const bool is_leaf =
        page.kind() == SalvagedPage::kLeafTable || page.kind() == SalvagedPage::kLeafIndex;
    if (sound && is_leaf) LOCI_TRY(take_page(page, tables_, /*is_orphan=*/true));
  }
  return Ok{};
}

// A row of vectors may fit several targets; their hashes are checked later. A row of the schema
// stands in one page, and those of others that are looked at with it keep theirs.
Status Salvage::take_page(const SalvagedPage& page, std::span<Target> targets, bool is_orphan) {
  const bool is_table = page.kind() == SalvagedPage::kLeafTable;
  SalvagedPage::Cell cell;
  for (int i = 0; i < page.cell_count(); ++i) {
    payload_.clear();
    const bool readable = page.read_cell(i, cell);
    if (readable && (cell.overflow == 0 || targets[0].table != &kSchema)) {
      LOCI_ASSIGN(payload, pages_.payload(cell));
      payload_ = std::move(payload);
    }
    const bool is_record = !payload_.empty() && read_record(payload_, values_);
    bool taken = false;
    for (Target& target : targets) {
      const bool same_kind = is_table == has_rowids(*target.table);
      if (!is_record || !same_kind || !fits(*target.table, values_)) continue;
      taken = true;
      if (!is_orphan || !target.whole) LOCI_TRY(take_row(target, cell.rowid, is_orphan));
      if (target.table->is_alone()) break;
    }
    if (!taken && targets.size() == 1) ++targets[0].lost_rows;
  }
  return Ok{};
}

Status Salvage::take_row(Target& target, int64_t rowid, bool is_orphan) {
  if (target.table == &kSchema) {
    roots_.push_back({std::string(values_[1].bytes), values_[3].integer});
    return Ok{};
  }
  LOCI_TRY(to_.prepare_once(target.insert,
                            insert_sql(*target.table, is_orphan && target.only_known).c_str()));
  for (size_t i = 0; i < values_.size(); ++i)
    bind(target.insert, static_cast<int>(i + 1), values_[i]);
  if (target.table->has_rowids()) target.insert.bind(1, rowid);
  LOCI_TRY(target.insert.run());
  const bool is_told = target.only_known || pages_.knows_free_pages();
  if (is_orphan && !is_told) doubtful_ += to_.changes();
  return Ok{};
}

// Where rows may be old, the journal tells which of the items are.
Status Salvage::use_journal() {
  if (tables_whole_) return Ok{};
  LOCI_TRY(to_.execute(kReadJournal));
  return indexes_[0].whole ? Status(Ok{}) : to_.execute(kNameByJournal);
}

Status Salvage::report(std::vector<Loss>& lost) {
  for (const Target& index : indexes_) {
    if (index.table->of != nullptr) LOCI_TRY(name_lost(index.table->of, lost));
  }
  for (const Target& target : tables_) {
    const auto is_told = [&](const Loss& loss) { return loss.table == target.table->name; };
    if (target.lost_pages + target.lost_rows == 0) continue;
    if (std::any_of(lost.begin(), lost.end(), is_told)) continue;
    lost.push_back({target.table->name, target.lost_pages > 0 ? 0 : target.lost_rows,
                    concat({"could not be read: pages ", target.lost_pages, ", single rows ",
                            target.lost_rows})});
  }
  if (lost_pages_ > 0) {
    lost.push_back({"", lost_pages_, "pages that could not be read, and nothing tells what of"});
  }
  if (pages_.missing() > 0) {
    lost.push_back({"", pages_.missing(), "pages are missing: the file ends too early"});
  }
  if (doubtful_ > 0) {
    lost.push_back({"", doubtful_, "rows were kept that may have been removed before the damage"});
  }
  return Ok{};
}

Status Salvage::name_lost(const char* table, std::vector<Loss>& lost) {
  const std::string sql =
      concat({"SELECT name FROM known WHERE kind = '", table, "' AND NOT EXISTS (SELECT 1 FROM ",
              table, " WHERE ", table, ".id = known.id) ORDER BY id"});
  LOCI_ASSIGN(names, to_.prepare(sql.c_str()));
  Loss loss{table, 0, {}};
  for (;;) {
    LOCI_ASSIGN(row, names.step());
    if (!row) break;
    if (++loss.count > kMostNames) continue;
    loss.what += concat({loss.count == 1 ? "could not be read: " : ", ", names.column_text(0)});
  }
  if (loss.count > kMostNames) loss.what += ", and more";
  if (loss.count > 0) lost.push_back(std::move(loss));
  return Ok{};
}

}  // namespace loci
