// Chooses the pieces of a space that are evicted so that other pieces fit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/model/places.hpp"

namespace heddle::policy {

enum class Victims : std::uint8_t {
  min_count,       ///< evicts as few pieces as possible
  lowest_address,  ///< evicts pieces from the lowest address upward, until there is enough room
};

/// Returns whether no other pieces of the space are in use.
bool holds_only(const model::Space& space, std::span<const model::Extent> pieces);

/// Returns for each piece whether it is evicted, so that `count` pieces of `size` fit. If there can
/// never be enough room, all pieces are evicted. Only `pieces` may be evicted; all other pieces in
/// use stay.
std::vector<bool> choose_victims(const model::Space& space, std::span<const model::Extent> pieces,
                                 std::uint64_t size, std::uint64_t count, Victims rule);

}  // namespace heddle::policy
