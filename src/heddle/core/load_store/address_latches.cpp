#include "heddle/core/load_store/address_latches.hpp"

#include <algorithm>
#include <span>

#include "heddle/base/error.hpp"

namespace heddle::core {

void AddressLatches::fill(std::uint32_t id, std::uint16_t group, Cycle ready) {
  const auto latches = std::span(latches_).subspan(std::size_t{group} * lanes_, lanes_);
  const auto free = std::ranges::find_if(latches, [](const Latch& latch) { return !latch.full; });
  if (free == latches.end()) fail("internal: lane group {} has no latch for an access", group);
  *free = {true, id, ready};
  ++full_;
}

std::optional<AddressLatches::Latched> AddressLatches::take(Cycle now) {
  if (full_ == 0) return std::nullopt;
  const auto count = static_cast<unsigned>(latches_.size());
  unsigned index = first_;
  for (unsigned left = count; left != 0; --left, index = index + 1 == count ? 0 : index + 1) {
    Latch& latch = latches_[index];
    if (!latch.full || latch.ready > now) continue;
    latch.full = false;
    --full_;
    first_ = index + 1 == count ? 0 : index + 1;
    return Latched{latch.id, static_cast<std::uint16_t>(index / lanes_)};
  }
  return std::nullopt;
}

Cycle AddressLatches::next() const {
  Cycle next = kNever;
  if (full_ == 0) return next;
  for (const Latch& latch : latches_)
    if (latch.full) next = std::min(next, latch.ready);
  return next;
}

}  // namespace heddle::core
