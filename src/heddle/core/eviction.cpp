#include "heddle/core/eviction.hpp"

#include <algorithm>
#include <utility>

namespace heddle::core {

void Eviction::signal(Cycle now) {
  is_on_ = true;
  asked_.assign(asked_.size(), false);
  costs_ = {.signalled = now,
            .spill = engine_.busy_out(now),
            .saved = checkpoint_.blocks_saved(),
            .segments = engine_.segments_out(),
            .bytes = checkpoint_.costs()};
  const auto first = std::ranges::find_if(contexts_.blocks, &ResidentBlock::resides);
  if (first == contexts_.blocks.end()) return;
  costs_.kernel = first->kernel;
  costs_.grid = contexts_.grids[first->kernel];
}

void Eviction::ask_blocks() {
  for (std::uint16_t slot = 0; slot < contexts_.blocks.size(); ++slot) {
    const ResidentBlock& resident = contexts_.blocks[slot];
    if (asked_[slot] || !resident.resides()) continue;
    asked_[slot] = true;
    ++costs_.blocks;
    const policy::Leave leave =
        policies_.leave({resident.kernel, resident.block.id, resident.warps_left});
    if (leave.way == policy::Leave::Way::save) checkpoint_.stop(slot, leave);
  }
}

bool Eviction::is_over() const {
  return std::ranges::none_of(contexts_.blocks, &ResidentBlock::resides) &&
         !checkpoint_.is_restoring();
}

void Eviction::finish(Cycle now) {
  is_on_ = false;
  costs_.freed = now + 1;
  costs_.spill = engine_.busy_out(now) - costs_.spill;
  costs_.saved = checkpoint_.blocks_saved() - costs_.saved;
  costs_.segments = engine_.segments_out() - costs_.segments;
  const ContextCosts before = std::exchange(costs_.bytes, checkpoint_.costs());
  costs_.bytes -= before;
}

}  // namespace heddle::core
