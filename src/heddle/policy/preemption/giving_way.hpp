// Which pieces of a space give way so that others fit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/model/places.hpp"

namespace heddle::policy {

enum class Victims : std::uint8_t {
  min_count,       ///< as few as are enough
  lowest_address,  ///< from the lowest address on until it is enough
};

/// Whether these pieces are all that is taken.
bool holds_only(const model::Space& space, std::span<const model::Extent> pieces);

/// By piece: whether it gives way so that `count` pieces of `size` are free. All do, if even that
/// is not enough. `pieces`: are taken in the space; others that are taken stay.
std::vector<bool> choose_victims(const model::Space& space, std::span<const model::Extent> pieces,
                                 std::uint64_t size, std::uint64_t count, Victims rule);

}  // namespace heddle::policy
