// Runs a grid without a notion of time: a few blocks at once, whose warps take turns. `--timing
// none` runs grids in this way.
#pragma once

#include <cstdint>
#include <memory>

#include "heddle/base/request_check.hpp"
#include "heddle/exec/step/step.hpp"
#include "heddle/exec/system/system_call.hpp"

namespace heddle::exec {

struct FunctionalOptions {
  unsigned resident_blocks = 16;  ///< number of blocks that run at once
  /// Maximum number of blocks that run at once, at least resident_blocks; blocks beyond
  /// resident_blocks start only when all running blocks wait for other blocks.
  std::uint64_t most_blocks = 16;
  unsigned slice = 256;     ///< number of instructions that a warp runs before the next warp's turn
  std::uint64_t limit = 0;  ///< maximum number of warp instructions; 0: no limit
  unsigned threads = 1;     ///< number of host threads; several serve grids whose blocks are
                            ///< independent (independent_blocks.hpp), if there is no limit
  bool among_threads = false;  ///< other host threads run blocks of the grid at the same time
  std::uint64_t first_nanosecond = 0;  ///< value of %globaltimer at the start, in nanoseconds
  RequestCheck requests{};             ///< can interrupt the run after the turn of each warp
};

struct FunctionalCounts {
  std::uint64_t warp_instructions = 0;
  /// Executed instructions, counted once for each lane whose guard is true.
  std::uint64_t thread_instructions = 0;
  std::uint64_t ptx_instructions = 0;  ///< warp instructions, counted as PTX instructions
  std::uint64_t blocks = 0;            ///< number of blocks that have ended
  bool complete = true;                ///< false: the run reached the limit
};

/// A grid that is running. %clock counts the warp instructions of the run. %globaltimer advances by
/// one nanosecond with each of them.
class FunctionalRun {
 public:
  enum class Outcome : std::uint8_t {
    finished,
    limit,  ///< the run reached the limit: counts().complete is false
    stuck,  ///< no warp can make progress unless something outside the grid changes memory
  };

  /// `grid` and `services` must outlive the run.
  FunctionalRun(const Grid& grid, SystemServices& services, const FunctionalOptions& options = {});
  ~FunctionalRun();

  /// Runs until one of the outcomes. Throws ExecutionFault.
  Outcome advance();
  /// Whether the last `advance` changed memory or ended a warp, even if the run then got stuck.
  bool progressed() const;
  const FunctionalCounts& counts() const;
  /// Call this only for a run that is stuck. Throws an ExecutionFault whose message lists the
  /// waiting threads and the events for which they wait.
  [[noreturn]] void report_deadlock() const;

 private:
  class Blocks;
  std::unique_ptr<Blocks> blocks_;
};

/// Runs a grid to the end or to the limit. Throws ExecutionFault, also when no warp can make
/// progress.
FunctionalCounts run_functionally(const Grid& grid, SystemServices& services,
                                  const FunctionalOptions& options = {});

}  // namespace heddle::exec
