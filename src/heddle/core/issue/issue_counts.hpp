// Counts how often an SM has issued each instruction of its kernels. The numbers of issued
// instruction classes, registers and PTX instructions follow from these counts. They are computed
// only when the SM's counters are read, so an issue costs only two additions.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/core/terms/counters.hpp"
#include "heddle/core/terms/decoded_program.hpp"

namespace heddle::core {

class IssueCounts {
 public:
  /// Makes the kernel slot count instructions of the program from now on. All earlier counts must
  /// have been added to the counters. The program must live until the new counts have been added.
  void bind(unsigned kernel, const DecodedProgram& program);
  /// Notes that the next counted instruction has `groups` groups of threads. For machines whose
  /// register banks serve groups of threads.
  void add_groups(unsigned kernel, Pc pc, unsigned groups) {
    kernels_[kernel].counts[pc].groups += groups;
  }
  /// Counts an execution of the instruction by `threads` threads.
  void add(unsigned kernel, Pc pc, unsigned threads) {
    Count& count = kernels_[kernel].counts[pc];
    ++count.instructions;
    count.threads += threads;
    is_counting_ = true;
  }
  /// Adds all counts since the last call to the counters.
  void add_to(SmCounters& counters) {
    if (is_counting_) add_all_to(counters);
  }

 private:
  struct Count {
    std::uint64_t instructions = 0, threads = 0;
    std::uint64_t groups = 0;  ///< number of groups of threads; 0: a bank serves all threads at
                               ///< once

    std::uint64_t bank_accesses() const { return groups != 0 ? groups : instructions; }
  };
  struct Kernel {
    const DecodedProgram* program = nullptr;
    std::vector<Count> counts;  ///< by pc
  };

  void add_all_to(SmCounters& counters);
  static void add_scalars(const DecodedInstruction& decoded, const Count& count,
                          ScalarCounters& sums);

  std::array<Kernel, kKernelSlots> kernels_;
  bool is_counting_ = false;  ///< some count is not zero
};

}  // namespace heddle::core
