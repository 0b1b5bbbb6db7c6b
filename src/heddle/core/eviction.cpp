#include "heddle/core/eviction.hpp"

#include <algorithm>
#include <utility>

namespace heddle::core {

void Eviction::signal(Cycle now) {
  is_on_ = is_asking_ = true;
  costs_ = {.contexts = checkpoint_.costs(),
            .spill = engine_.busy_out(now),
            .segments = engine_.segments_out()};
  const auto first = std::ranges::find_if(contexts_.blocks, &ResidentBlock::resides);
  if (first == contexts_.blocks.end()) return;
  costs_.kernel = first->kernel;
  costs_.grid = contexts_.grids[first->kernel];
}

void Eviction::ask() {
  is_asking_ = false;
  std::vector<policy::LeavingBlock> blocks;
  std::vector<std::uint16_t> slots;
  for (std::uint16_t slot = 0; slot < contexts_.blocks.size(); ++slot) {
    const ResidentBlock& resident = contexts_.blocks[slot];
    if (!resident.resides()) continue;
    slots.push_back(slot);
    blocks.push_back({resident.kernel, resident.block.id, resident.warps_left, resident.place});
  }
  costs_.blocks = blocks.size();
  const auto leaves = policies_.leave(blocks, {incoming_, residents_.resources().spaces()});
  for (std::size_t i = 0; i < slots.size(); ++i)
    if (leaves[i].way == policy::Leave::Way::save) checkpoint_.stop(slots[i], leaves[i]);
}

bool Eviction::is_over() const {
  return std::ranges::none_of(contexts_.blocks, &ResidentBlock::resides) &&
         !checkpoint_.is_restoring();
}

void Eviction::finish(Cycle now) {
  is_on_ = false;
  costs_.freed = now + 1;
  costs_.segments = engine_.segments_out() - costs_.segments;
  costs_.acknowledging = costs_.segments == 0 ? 0 : engine_.acknowledging(now);
  const ByContextPart busy = engine_.busy_out(now);
  const Checkpoint::Costs before = std::exchange(costs_.contexts, checkpoint_.costs());
  for (std::size_t part = 0; part < kContextParts; ++part) {
    costs_.spill[part] = busy[part] - costs_.spill[part];
    costs_.contexts.bytes[part] -= before.bytes[part];
  }
  costs_.contexts.blocks_saved -= before.blocks_saved;
}

}  // namespace heddle::core
