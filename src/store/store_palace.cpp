// What the store does with drawers, closets and tunnels. Tested by
// tests/store/store_palace_test.cpp and tests/store/store_palace_model_test.cpp.

#include "store/store.h"

namespace loci {

// What the replaced one leaves behind is looked at when the new one stands.
Result<Cleaned> Store::put_drawer(Drawer& drawer, std::optional<int64_t> replaced) {
  drawer.id = revision_ + 1;
  Drawer gone;
  if (replaced) {
    LOCI_ASSIGN(before, drawers_->get(*replaced));
    gone = std::move(before);
    LOCI_TRY(drawers_->remove(*replaced));
    LOCI_TRY(drawer_vectors().remove(*replaced));
  }
  LOCI_TRY(drawers_->insert(drawer));
  LOCI_TRY(count_revision("palace_revision"));
  return replaced ? clean_after(gone) : Cleaned();
}

Result<Cleaned> Store::update_drawer(const Drawer& drawer) {
  LOCI_ASSIGN(before, drawers_->get(drawer.id));
  LOCI_TRY(drawers_->update(drawer));
  LOCI_TRY(count_revision("palace_revision"));
  return clean_after(before);
}

Result<Cleaned> Store::remove_drawer(int64_t id) {
  LOCI_ASSIGN(gone, drawers_->get(id));
  LOCI_TRY(drawers_->remove(id));
  LOCI_TRY(drawer_vectors().remove(id));
  LOCI_TRY(count_revision("palace_revision"));
  return clean_after(gone);
}

// A closet may have come before its drawers: only what a drawer leaves is looked at.
Result<Cleaned> Store::clean_after(const Drawer& gone) {
  Cleaned cleaned;
  if (gone.source_file) LOCI_TRY(clean_closet(gone.place, gone.source_file, cleaned));
  LOCI_ASSIGN(others, drawers_->has_any(gone.place, std::nullopt));
  if (others) return cleaned;
  LOCI_ASSIGN(tunnels, tunnels_->remove_of(gone.place));
  cleaned.tunnels = tunnels;
  LOCI_TRY(places_->remove_if_empty(gone.place));
  return cleaned;
}

Status Store::clean_closet(int64_t place, const std::optional<std::string>& source_file,
                           Cleaned& cleaned) {
  LOCI_ASSIGN(others, drawers_->has_any(place, source_file));
  if (others) return Ok{};
  LOCI_ASSIGN(closet, closets_->find(place, *source_file));
  if (!closet) return Ok{};
  ++cleaned.closets;
  LOCI_TRY(closets_->remove(*closet));
  return closet_vectors().remove(*closet);
}

Status Store::put_closet(Closet& closet, std::optional<int64_t> replaced) {
  closet.id = revision_ + 1;
  if (replaced) {
    LOCI_TRY(closets_->remove(*replaced));
    LOCI_TRY(closet_vectors().remove(*replaced));
  }
  LOCI_TRY(closets_->insert(closet));
  return count_revision("palace_revision");
}

Status Store::remove_closet(int64_t id) {
  LOCI_ASSIGN(gone, closets_->get(id));
  if (!gone) return fail(ErrorCode::kStoreDamaged, {"closet ", id, " is missing; run check"});
  LOCI_TRY(closets_->remove(id));
  LOCI_TRY(closet_vectors().remove(id));
  LOCI_TRY(places_->remove_if_empty(gone->place));
  return count_revision("palace_revision");
}

Status Store::put_tunnel(Tunnel& tunnel) {
  if (tunnel.id == 0) tunnel.id = revision_ + 1;
  LOCI_TRY(tunnels_->put(tunnel));
  return count_revision("palace_revision");
}

Result<bool> Store::remove_tunnel(int64_t id) {
  LOCI_ASSIGN(removed, tunnels_->remove(id));
  if (removed) LOCI_TRY(count_revision("palace_revision"));
  return removed;
}

}  // namespace loci
