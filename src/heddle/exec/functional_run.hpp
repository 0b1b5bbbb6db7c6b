// Runs a grid to its end without a notion of time: a few blocks at once, their warps in turn. What
// `--timing none` does.
#pragma once

#include <cstdint>

#include "heddle/exec/step.hpp"
#include "heddle/exec/system_call.hpp"

namespace heddle::exec {

struct FunctionalOptions {
  unsigned resident_blocks = 16;       ///< run beside each other; all of them: a cooperative launch
  unsigned slice = 256;                ///< instructions that a warp runs before the next one's turn
  std::uint64_t limit = 0;             ///< of warp instructions; 0: none
  std::uint64_t first_nanosecond = 0;  ///< of %globaltimer
};

struct FunctionalCounts {
  std::uint64_t warp_instructions = 0;
  std::uint64_t thread_instructions = 0;  ///< by lanes whose guard holds
  std::uint64_t ptx_instructions = 0;     ///< warp instructions in the text's terms
  std::uint64_t blocks = 0;               ///< that ended
  bool complete = true;                   ///< false: the limit was reached
};

/// Throws ExecutionFault, also when no warp can go on. %clock counts warp instructions,
/// %globaltimer goes on by a nanosecond with each.
FunctionalCounts run_functionally(const Grid& grid, SystemServices& services,
                                  const FunctionalOptions& options = {});

}  // namespace heddle::exec
