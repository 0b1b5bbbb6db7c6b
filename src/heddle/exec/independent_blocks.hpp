// Runs the blocks of a grid on several host threads, if no block can see what another one does.
// Each host thread takes one block after another. The results are those of one host thread, for
// programs whose blocks do not race.
#pragma once

#include <cstdint>

#include "heddle/exec/block_engine.hpp"

namespace heddle::exec {

/// Whether the blocks can only pass values to each other by races: the code has no volatile or
/// ordered accesses and fences outside shared memory, no system calls, reads no clock, and has no
/// atomics on global memory but reductions of integers that commute with each other.
bool has_independent_blocks(const isa::Program& program);

/// Whether the grid's blocks may run on several host threads: it is not cooperative, and nothing
/// checks each instruction.
bool may_share_blocks(const Grid& grid);

/// Runs blocks on `options.threads` host threads, all of them if that is worth the start of the
/// threads, else only the first one. `engine` continues with the other blocks, and with blocks that
/// are stuck; its counts contain the blocks that have run. Throws the ExecutionFault of the first
/// block that has one, and what the request check throws.
void share_blocks(const Grid& grid, SystemServices& services, const FunctionalOptions& options,
                  BlockEngine& engine);

}  // namespace heddle::exec
