// Chooses the pieces of a space that give way so that other pieces fit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/model/places.hpp"

namespace heddle::policy {

enum class Victims : std::uint8_t {
  min_count,       ///< as few pieces as possible
  lowest_address,  ///< from the lowest address on, until there is enough room
};

/// Whether nothing but these pieces is taken.
bool holds_only(const model::Space& space, std::span<const model::Extent> pieces);

/// By piece: whether the piece gives way, so that `count` pieces of `size` are free. If there is
/// never enough room, all pieces give way. `pieces` are taken in the space; other taken pieces
/// stay.
std::vector<bool> choose_victims(const model::Space& space, std::span<const model::Extent> pieces,
                                 std::uint64_t size, std::uint64_t count, Victims rule);

}  // namespace heddle::policy
