// A cursor is `cursor_<serial>_<16 hexadecimal digits>`. The first eight digits follow from the
// seed, the serial and the session alone, and can so be computed again when the state is gone; the
// others from the question and the path too, so that cursors of stores opened with equal seeds
// differ where their answers do. They are no secret: whoever makes one up in a session of his own
// finds what he was given there.

#include "evidence/cursors.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/concat.h"
#include "base/content_hash.h"

namespace loci {
namespace {

constexpr std::string_view kPrefix = "cursor_";
constexpr size_t kDigits = 8;  // of each half

std::string_view bytes_of(const uint64_t& number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

std::string half_of(uint64_t hash) { return hash_text(hash ^ hash >> 32).substr(kDigits); }

}  // namespace

// What all cursors of this serial and session begin with.
std::string Cursors::mark_of(uint64_t serial, std::string_view session) const {
  const uint64_t hash =
      stable_hash(session, stable_hash(bytes_of(serial), stable_hash(bytes_of(seed_))));
  return concat({kPrefix, serial, "_", half_of(hash)});
}

std::string Cursors::text_of(uint64_t serial, const Chain& chain,
                             const std::vector<int64_t>& path) const {
  uint64_t hash = stable_hash(chain.question.text, stable_hash(bytes_of(seed_)));
  for (const int64_t id : path) hash = stable_hash(bytes_of(static_cast<uint64_t>(id)), hash);
  return mark_of(serial, chain.session) + half_of(hash);
}

std::string Cursors::next(const Chain& chain, const std::vector<int64_t>& path) const {
  return text_of(next_serial_, chain, path);
}

std::string Cursors::issue(std::shared_ptr<Chain> chain, std::vector<int64_t> path, int64_t now) {
  if (states_.size() == kMaxStates) states_.erase(states_.begin());
  states_.push_back({next_serial_++, now, std::move(chain), std::move(path)});
  const CursorState& state = states_.back();
  return text_of(state.serial, *state.chain, state.path);
}

// The serial of a cursor that was issued here to this session.
std::optional<uint64_t> Cursors::serial_of(std::string_view cursor,
                                           std::string_view session) const {
  if (!cursor.starts_with(kPrefix)) return std::nullopt;
  uint64_t serial = 0;
  const char* digits = cursor.data() + kPrefix.size();
  const auto read = std::from_chars(digits, cursor.data() + cursor.size(), serial);
  if (read.ec != std::errc() || serial == 0 || serial >= next_serial_) return std::nullopt;
  const std::string mark = mark_of(serial, session);
  const bool fits = cursor.starts_with(mark) && cursor.size() == mark.size() + kDigits;
  return fits ? std::optional(serial) : std::nullopt;
}

Result<const CursorState*> Cursors::find(std::string_view cursor, std::string_view session,
                                         int64_t now) const {
  const auto unknown = [] {
    return fail(ErrorCode::kCursorUnknown,
                "cursor is none that was issued here to this session; search anew");
  };
  const auto serial = serial_of(cursor, session);
  if (!serial) return unknown();
  for (const CursorState& state : states_) {
    if (state.serial != *serial) continue;
    if (text_of(state.serial, *state.chain, state.path) != cursor) return unknown();
    if (now - state.issued < kLifetime) return &state;
  }
  return fail(ErrorCode::kCursorExpired, "cursor is no longer kept; search anew");
}

void Cursors::end(std::string_view session) {
  std::erase_if(states_, [&](const CursorState& state) { return state.chain->session == session; });
}

}  // namespace loci
