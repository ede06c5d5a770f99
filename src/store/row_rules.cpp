// Tested by tests/store/store_check_test.cpp and tests/store/salvage_test.cpp.

#include "store/row_rules.h"

namespace loci {
namespace {

// Drawers and closets outlive their place: what it was called is lost, they are not.
#define LOCI_MAKE_PLACE                                                                           \
  "INSERT OR IGNORE INTO place SELECT place, 'recovered', 'room ' || place, 'recovered', 'room_'" \
  " || place FROM "
#define LOCI_NO_PLACE(table) "NOT EXISTS (SELECT 1 FROM place WHERE id = " table ".place)"
#define LOCI_UNKNOWN_REVISION \
  "id > coalesce((SELECT value FROM meta WHERE key = 'palace_revision'), 0)"
#define LOCI_NO_DRAWERS(place) "NOT EXISTS (SELECT 1 FROM drawer WHERE place = " place ")"

constexpr RowRule kRowRules[] = {
    {1, "item", "'item ' || id || ': its category or name is empty'", "category = '' OR name = ''"},
    {1, "item", "'item ' || id || ': written by a revision that the journal does not know'",
     "id > (SELECT max(coalesce((SELECT max(revision) FROM journal), 0),"
     " coalesce((SELECT value FROM meta WHERE key = 'trimmed_revision'), 0)))"},
    {1, "item", "'item ' || id || ': half a sequence'",
     "(sequence_id IS NULL) <> (sequence_position IS NULL)",
     "UPDATE item SET sequence_id = NULL, sequence_position = NULL"},
    {1, "journal", "'journal ' || revision || ': an unknown action'", "action NOT IN (1, 2, 3)"},
    {4, "event", "'event ' || id || ': it has no id for callers'", "name = ''"},
    {4, "event", "'event ' || id || ': written by a revision that the store does not know'",
     "id > coalesce((SELECT value FROM meta WHERE key = 'event_revision'), 0)"},
    {4, "entity", "'entity ' || id || ': its kind, id or name is none'",
     "kind NOT IN (1, 2) OR name = '' OR label = '' OR folded = ''"},
    {4, "mention",
     "'event ' || event || ': it mentions entity ' || entity || ', and there is none'",
     "NOT EXISTS (SELECT 1 FROM entity WHERE id = mention.entity)"},
    {4, "mention",
     "'entity ' || entity || ': event ' || event || ' mentions it, and there is none'",
     "NOT EXISTS (SELECT 1 FROM event WHERE id = mention.event)"},
    {4, "entity", "'entity ' || id || ': no event mentions it'",
     "NOT EXISTS (SELECT 1 FROM mention WHERE entity = entity.id)"},
    {4, "chunk", "'chunk ' || id || ': it is of no event'",
     "NOT EXISTS (SELECT 1 FROM event WHERE id = chunk.id / 65536)"},
    {5, "place", "'place ' || id || ': one of its names is empty'",
     "wing = '' OR room = '' OR wing_key = '' OR room_key = ''"},
    {5, "place", "'place ' || id || ': made by a revision that the store does not know'",
     LOCI_UNKNOWN_REVISION},
    {5, "drawer", "'drawer ' || id || ': it has no id for callers'", "name = ''",
     "UPDATE drawer SET name = 'recovered_' || id"},
    {5, "drawer", "'drawer ' || id || ': written by a revision that the store does not know'",
     LOCI_UNKNOWN_REVISION},
    {5, "closet", "'closet ' || id || ': written by a revision that the store does not know'",
     LOCI_UNKNOWN_REVISION},
    {5, "tunnel", "'tunnel ' || id || ': made by a revision that the store does not know'",
     LOCI_UNKNOWN_REVISION},
    {5, "drawer", "'drawer ' || id || ': its place is missing'", LOCI_NO_PLACE("drawer"),
     LOCI_MAKE_PLACE "drawer"},
    {5, "closet", "'closet ' || id || ': it is of no file'", "source_file = ''"},
    {5, "closet", "'closet ' || id || ': its place is missing'", LOCI_NO_PLACE("closet"),
     LOCI_MAKE_PLACE "closet"},
    {5, "tunnel", "'tunnel ' || id || ': it does not join two places that hold drawers'",
     "from_place = to_place OR " LOCI_NO_DRAWERS("from_place") " OR " LOCI_NO_DRAWERS("to_place")},
    {5, "place", "'place ' || id || ': nothing stands in it'",
     LOCI_NO_DRAWERS("place.id") " AND NOT EXISTS (SELECT 1 FROM closet WHERE place = place.id)"},
};

constexpr JsonRule kJsonRules[] = {
    {1, "SELECT id, metadata FROM item WHERE metadata IS NOT NULL", "item ",
     ": its metadata is no JSON object", "UPDATE item SET metadata = NULL WHERE id = ?1"},
    {2, "SELECT id, reply FROM answer", "answer ", ": it is no JSON object",
     "DELETE FROM answer WHERE id = ?1"},
    {5, "SELECT id, metadata FROM drawer WHERE metadata IS NOT NULL", "drawer ",
     ": its metadata is no JSON object", "UPDATE drawer SET metadata = NULL WHERE id = ?1"},
};

}  // namespace

std::span<const RowRule> row_rules() { return kRowRules; }
std::span<const JsonRule> json_rules() { return kJsonRules; }

}  // namespace loci
