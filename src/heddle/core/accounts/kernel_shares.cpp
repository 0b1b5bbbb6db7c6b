#include "heddle/core/accounts/kernel_shares.hpp"

namespace heddle::core {

namespace {

constexpr auto kEmpty = static_cast<std::size_t>(model::Stall::empty);

}  // namespace

void KernelShares::note_kernels() {
  std::uint8_t kernel = kNone;
  for (const ResidentBlock& resident : blocks_) {
    if (!resident.resides() || resident.kernel == kernel) continue;
    kernel = kernel == kNone ? resident.kernel : kSeveral;
    if (kernel == kSeveral) break;
  }
  if (kernel == only_) return;
  for (unsigned slot = 0; slot < stalls_.size(); ++slot) {
    if (only_ < kKernelSlots) apart_[slot * kKernelSlots + only_] += since_change(slot);
    before_[slot] = stalls_[slot];
  }
  only_ = kernel;
}

model::StallCounters KernelShares::of(unsigned kernel, unsigned slot) const {
  model::StallCounters stalls = apart_[slot * kKernelSlots + kernel];
  if (kernel == only_) stalls += since_change(slot);
  stalls.cycles[kEmpty] = stalls_[slot].cycles[kEmpty];
  return stalls;
}

model::StallCounters KernelShares::since_change(unsigned slot) const {
  model::StallCounters cycles = stalls_[slot];
  cycles -= before_[slot];
  cycles.cycles[kEmpty] = 0;
  return cycles;
}

}  // namespace heddle::core
