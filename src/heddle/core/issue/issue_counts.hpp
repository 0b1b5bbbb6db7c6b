// How often an SM has issued each instruction of its kernels. What the counters say of an
// instruction's class, registers and PTX instructions follows from that, and is added to them when
// somebody reads them: an issue costs two additions.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/core/terms/counters.hpp"
#include "heddle/core/terms/decoded_program.hpp"

namespace heddle::core {

class IssueCounts {
 public:
  /// From here on the kernel slot runs the program. What was counted before must have been added;
  /// the program must live until what is counted from now on has been added.
  void bind(unsigned kernel, const DecodedProgram& program);
  /// Where banks of registers serve groups of threads: the instruction that is counted next has so
  /// many.
  void add_groups(unsigned kernel, Pc pc, unsigned groups) {
    kernels_[kernel].counts[pc].groups += groups;
  }
  /// So many threads execute the instruction.
  void add(unsigned kernel, Pc pc, unsigned threads) {
    Count& count = kernels_[kernel].counts[pc];
    ++count.instructions;
    count.threads += threads;
    is_counting_ = true;
  }
  /// Adds to the counters what was counted since the last call.
  void add_to(SmCounters& counters) {
    if (is_counting_) add_all_to(counters);
  }

 private:
  struct Count {
    std::uint64_t instructions = 0, threads = 0;
    std::uint64_t groups = 0;  ///< of threads; 0: a bank serves all threads at once

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
  bool is_counting_ = false;  ///< some counts are not zero
};

}  // namespace heddle::core
