// One end of a two-dimensional copy, as the copy functions receive it.
#pragma once

#include <cstddef>

namespace heddle::cudart {

/// Rows that begin `pitch` bytes apart.
struct Rows {
  const void* pointer;
  std::size_t pitch;
};

}  // namespace heddle::cudart
