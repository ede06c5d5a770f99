// What the palace does with embeddings that come without texts. Tested by
// tests/engine_palace_test.cpp.

#include "base/concat.h"
#include "palace/palace.h"

namespace loci {

Status Palace::put_embedding(const PalaceText& text, const std::optional<std::string>& hash,
                             const Embedding& embedding) {
  const bool is_drawer = !text.is_closet;
  std::optional<OwnedText> owned;
  if (is_drawer) {
    LOCI_ASSIGN(drawer, get(text.drawer));
    if (drawer) owned = owned_text(*drawer);
  } else {
    LOCI_ASSIGN(closet, find_closet(text.place, text.source_file));
    if (closet) owned = owned_text(*closet);
  }
  if (!owned) {
    return fail(ErrorCode::kUnknownItem, {"there is no ", is_drawer ? "drawer " : "closet of ",
                                          is_drawer ? text.drawer : text.source_file});
  }
  LOCI_TRY(check_hash(*owned, hash));
  LOCI_TRY(loci::put_embedding(is_drawer ? store_.drawer_vectors() : store_.closet_vectors(),
                               *owned, embedding));
  return is_drawer ? index_.follow_vector(owned->owner) : index_.follow_closet_vector(owned->owner);
}

}  // namespace loci
