#include "heddle/core/issue_counts.hpp"

namespace heddle::core {

void IssueCounts::bind(unsigned kernel, const DecodedProgram& program) {
  kernels_[kernel].program = &program;
  kernels_[kernel].counts.assign(program.size(), {});
}

void IssueCounts::add_all_to(SmCounters& counters) {
  for (unsigned kernel = 0; kernel < kernels_.size(); ++kernel) {
    Kernel& of = kernels_[kernel];
    KernelCounters& sums = counters.kernels[kernel];
    for (Pc pc = 0; pc < of.counts.size(); ++pc) {
      const Count count = of.counts[pc];
      if (count.instructions == 0) continue;
      of.counts[pc] = {};
      const DecodedInstruction& decoded = of.program->at(pc);
      sums.warp_instructions += count.instructions;
      sums.ptx_instructions += decoded.ptx_instructions * count.instructions;
      sums.register_reads += decoded.source_rows.size() * count.instructions;
      sums.register_writes += decoded.result_rows.size() * count.instructions;
      sums.by_class[static_cast<std::size_t>(decoded.op_class)] += count.instructions;
      sums.threads_by_class[static_cast<std::size_t>(decoded.op_class)] += count.threads;
    }
  }
  is_counting_ = false;
}

}  // namespace heddle::core
