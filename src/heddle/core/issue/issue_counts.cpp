#include "heddle/core/issue/issue_counts.hpp"

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
      sums.register_reads += decoded.source_rows.size() * count.bank_accesses();
      sums.register_writes += decoded.result_rows.size() * count.bank_accesses();
      sums.by_class[static_cast<std::size_t>(decoded.op_class)] += count.instructions;
      sums.threads_by_class[static_cast<std::size_t>(decoded.op_class)] += count.threads;
      sums.multiply_adds[static_cast<std::size_t>(decoded.elements)] +=
          decoded.multiply_adds * count.instructions;
      if (of.program->has_scalars()) add_scalars(decoded, count, counters.scalars[kernel]);
    }
  }
  is_counting_ = false;
}

void IssueCounts::add_scalars(const DecodedInstruction& decoded, const Count& count,
                              ScalarCounters& sums) {
  const std::uint64_t reads = decoded.scalar_source_rows.size() * count.instructions;
  sums.register_reads += reads;
  sums.register_writes += decoded.scalar_result_rows.size() * count.instructions;
  if (!decoded.is_scalar) {
    sums.broadcasts += reads;
    return;
  }
  sums.instructions += count.instructions;
  sums.by_class[static_cast<std::size_t>(decoded.op_class)] += count.instructions;
  sums.threads_by_class[static_cast<std::size_t>(decoded.op_class)] += count.threads;
}

}  // namespace heddle::core
