// Checks a program's annotations while the program runs. Each instruction that is annotated as
// scalar must read and write equal values in all active threads of the warp. Otherwise the launch
// ends in a fault that names the line, the lanes and the values. The parts of a warp do not wait
// for each other, so the values need to agree only within each part, even if several parts execute
// the instruction together. A warp has one copy of each scalar register. A lane that reads the
// register must find the value that the warp has written last.
//
// The check also counts executed instructions, and live registers at the places where a warp may be
// stopped. A program without checks has no overhead, since the checks replace the functions of the
// instructions.
#pragma once

#include <atomic>
#include <memory>

#include "heddle/base/statistics/statistic.hpp"
#include "heddle/exec/step/executable.hpp"
#include "heddle/isa/annotations.hpp"

namespace heddle::exec {

struct AnnotationCounts {
  std::uint64_t instructions = 0;  ///< number of warp instructions
  std::uint64_t scalar = 0;  ///< number of warp instructions that are scalar by Criterion::full
  /// Number of warp instructions that are scalar by Criterion::convergent.
  std::uint64_t scalar_convergent = 0;
  std::uint64_t points = 0;          ///< number of preemption points that warps passed
  std::uint64_t live_registers = 0;  ///< number of live registers at these points, in total
  /// Number of registers that the warps had allocated at these points, in total.
  std::uint64_t held_registers = 0;
  std::uint64_t uniform_registers = 0;  ///< number of live registers with a uniform pattern
  std::uint64_t strided_registers = 0;
  /// Number of live registers that are uniform or strided over the whole warp.
  std::uint64_t regular_of_warps = 0;
  std::uint64_t stored_bytes = 0;  ///< size of the live registers, stored by their patterns

  void describe(StatisticVisitor& visit) const;
};

struct ScalarCheck {
  std::shared_ptr<const isa::Annotations> annotations;
  std::unique_ptr<ExecutableInstruction[]> unchecked;  ///< the instructions that the checks execute
  /// Indexed by pc; null: there is no preemption point.
  std::vector<const isa::PreemptionPoint*> point_at;
  std::uint32_t registers = 0;

  struct Counters {
    std::atomic<std::uint64_t> instructions{0}, scalar{0}, scalar_convergent{0}, points{0},
        live_registers{0}, held_registers{0}, uniform_registers{0}, strided_registers{0},
        regular_of_warps{0}, stored_bytes{0};
  };
  mutable Counters counters;

  /// Returns the counts since the last call.
  AnnotationCounts take_counts() const;
};

/// `program.annotations` must be set.
std::shared_ptr<const ExecutableProgram> make_checked_executable(const isa::Program& program);

}  // namespace heddle::exec
