// Runs a program under the eyes of its annotations: every instruction that they call scalar must
// read and write the same in all active threads of the warp, else the launch ends in a fault that
// names the line, the lanes and the values. Of a warp of several parts, which do not wait for each
// other, those of each part must agree, whichever parts execute it together. Where the program has
// scalar registers, of which a warp has one copy, whoever reads one must find in its lane what the
// warp has written to it last. Also counts what is executed, and what is live where a warp may be
// stopped. A program that is not checked has nothing of this in its way: the checks take the place
// of the instructions' own functions.
#pragma once

#include <atomic>
#include <memory>

#include "heddle/base/statistics/statistic.hpp"
#include "heddle/exec/step/executable.hpp"
#include "heddle/isa/annotations.hpp"

namespace heddle::exec {

struct AnnotationCounts {
  std::uint64_t instructions = 0;       ///< of warps
  std::uint64_t scalar = 0;             ///< of these, by the full criterion
  std::uint64_t scalar_convergent = 0;  ///< and by the convergent-only one
  std::uint64_t points = 0;             ///< preemption points that warps passed
  std::uint64_t live_registers = 0;     ///< live there, summed up
  std::uint64_t held_registers = 0;     ///< that the warps had there, summed up
  std::uint64_t uniform_registers = 0;  ///< of the live ones, by what they held
  std::uint64_t strided_registers = 0;
  std::uint64_t regular_of_warps = 0;  ///< uniform or strided over the whole warp
  std::uint64_t stored_bytes = 0;      ///< that the live ones take, stored by their patterns

  void describe(StatisticVisitor& visit) const;
};

struct ScalarCheck {
  std::shared_ptr<const isa::Annotations> annotations;
  std::unique_ptr<ExecutableInstruction[]> unchecked;  ///< what the checks then have executed
  std::vector<const isa::PreemptionPoint*> point_at;   ///< by pc; null: none
  std::uint32_t registers = 0;

  struct Counters {
    std::atomic<std::uint64_t> instructions{0}, scalar{0}, scalar_convergent{0}, points{0},
        live_registers{0}, held_registers{0}, uniform_registers{0}, strided_registers{0},
        regular_of_warps{0}, stored_bytes{0};
  };
  mutable Counters counters;

  /// What was counted since the last call.
  AnnotationCounts take_counts() const;
};

/// `program.annotations` must be there.
std::shared_ptr<const ExecutableProgram> make_checked_executable(const isa::Program& program);

}  // namespace heddle::exec
