// Whose the cycles of scheduler slots are. While all blocks of an SM are of one kernel all cycles
// in which a slot has a warp are that kernel's, and nothing is counted apart; only where kernels
// meet is each cycle booked for one of them (Sm::book_kernel).

#include "heddle/core/sm.hpp"

namespace heddle::core {

using model::Stall;

namespace {

constexpr auto kEmpty = static_cast<std::size_t>(Stall::empty);

/// The cycles between two moments in which the slot had a warp.
model::StallCounters with_warps(const model::StallCounters& before,
                                const model::StallCounters& now) {
  model::StallCounters cycles = now;
  cycles -= before;
  cycles.cycles[kEmpty] = 0;
  return cycles;
}

}  // namespace

void Sm::note_kernels() {
  std::uint8_t kernel = kNoKernel;
  for (const ResidentBlock& resident : contexts_.blocks) {
    if (!resident.resides() || resident.kernel == kernel) continue;
    kernel = kernel == kNoKernel ? resident.kernel : kSeveralKernels;
    if (kernel == kSeveralKernels) break;
  }
  if (kernel == only_kernel_) return;
  for (unsigned slot = 0; slot < contexts_.shape.slots; ++slot) {
    if (only_kernel_ < kKernelSlots)
      kernel_stalls_[slot * kKernelSlots + only_kernel_] +=
          with_warps(before_only_[slot], stalls_[slot]);
    before_only_[slot] = stalls_[slot];
  }
  only_kernel_ = kernel;
}

model::StallCounters Sm::stalls_of(unsigned kernel, unsigned slot) const {
  model::StallCounters stalls = kernel_stalls_[slot * kKernelSlots + kernel];
  if (kernel == only_kernel_) stalls += with_warps(before_only_[slot], stalls_[slot]);
  stalls.cycles[kEmpty] = stalls_[slot].cycles[kEmpty];
  return stalls;
}

}  // namespace heddle::core
