// Runs a grid without a notion of time: a few blocks at once, their warps in turn. What
// `--timing none` does.
#pragma once

#include <cstdint>
#include <memory>

#include "heddle/base/request_check.hpp"
#include "heddle/exec/step/step.hpp"
#include "heddle/exec/system/system_call.hpp"

namespace heddle::exec {

struct FunctionalOptions {
  unsigned resident_blocks = 16;   ///< run beside each other
  std::uint64_t most_blocks = 16;  ///< beside each other when those that run wait for others; at
                                   ///< least resident_blocks
  unsigned slice = 256;            ///< instructions that a warp runs before the next one's turn
  std::uint64_t limit = 0;         ///< of warp instructions; 0: none
  std::uint64_t first_nanosecond = 0;  ///< of %globaltimer
  RequestCheck requests{};             ///< looked at when each warp has had its turn
};

struct FunctionalCounts {
  std::uint64_t warp_instructions = 0;
  std::uint64_t thread_instructions = 0;  ///< by lanes whose guard holds
  std::uint64_t ptx_instructions = 0;     ///< warp instructions in the text's terms
  std::uint64_t blocks = 0;               ///< that ended
  bool complete = true;                   ///< false: the limit was reached
};

/// A grid on its way. %clock counts its warp instructions, %globaltimer goes on by a nanosecond
/// with each.
class FunctionalRun {
 public:
  enum class Outcome : std::uint8_t {
    finished,
    limit,  ///< reached: counts().complete is false
    stuck,  ///< no warp can go on unless something outside the grid changes memory
  };

  /// `grid` and `services` must outlive it.
  FunctionalRun(const Grid& grid, SystemServices& services, const FunctionalOptions& options = {});
  ~FunctionalRun();

  /// Goes on to one of the outcomes. Throws ExecutionFault.
  Outcome advance();
  /// Whether the last `advance` changed memory or ended a warp before it got stuck.
  bool progressed() const;
  const FunctionalCounts& counts() const;
  /// Throws the ExecutionFault that says who waits for what, of a run that is stuck.
  [[noreturn]] void report_deadlock() const;

 private:
  class Blocks;
  std::unique_ptr<Blocks> blocks_;
};

/// Runs a grid to its end or limit. Throws ExecutionFault, also when no warp can go on.
FunctionalCounts run_functionally(const Grid& grid, SystemServices& services,
                                  const FunctionalOptions& options = {});

}  // namespace heddle::exec
