// What a bulk copy, or an asynchronous store to a block of the cluster, has moved. The values are
// in place when the step ends. The caller that models time decides when the transfer is complete.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::exec {

struct Block;

struct BulkTransfer {
  /// Consecutive bytes of device memory.
  struct Piece {
    Addr address = 0;
    std::uint32_t bytes = 0;
  };
  /// The bytes that a barrier in the shared memory of a block counts down at the end.
  struct Completion {
    Block* block = nullptr;
    std::uint32_t offset = 0;  ///< of the barrier
    std::uint32_t bytes = 0;
  };

  std::vector<Piece> pieces;
  bool writes = false;    ///< the pieces are written; false: read
  bool in_group = false;  ///< the transfer belongs to the thread's next bulk group
  std::vector<Completion> completions;

  void clear() {
    pieces.clear();
    completions.clear();
    writes = in_group = false;
  }
};

/// Counts down the bytes of all barriers of the transfer. Throws Error if a barrier cannot count
/// them.
void complete(const BulkTransfer& transfer);

}  // namespace heddle::exec
