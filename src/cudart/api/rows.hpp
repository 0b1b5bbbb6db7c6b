// What the copy functions of two dimensions are given of either end.
#pragma once

#include <cstddef>

namespace heddle::cudart {

/// Rows of a two-dimensional copy, `pitch` bytes apart.
struct Rows {
  const void* pointer;
  std::size_t pitch;
};

}  // namespace heddle::cudart
