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

policy::LeavingBlock Eviction::facts_of(const ResidentBlock& resident, Cycle now) const {
  const KernelBinding& kernel = contexts_.kernels[resident.kernel];
  policy::LeavingBlock facts{
      .kernel = resident.kernel,
      .block = resident.block.id,
      .warps = resident.warps_left,
      .instructions = resident.instructions,
      .resided = resident.resided + now - resident.started,
      .context_bytes = kernel.demand.registers * 4 + kernel.demand.shared_bytes,
      .was_discarded = resident.was_discarded,
      .place = resident.place};
  for (const std::uint16_t context : resident.contexts)
    if (context != Contexts::kNoContext) facts.instructions += contexts_.instructions_of(context);
  const FinishedBlocks& finished = kernel.finished;
  if (finished.blocks != 0)
    facts.mean_instructions =
        static_cast<double>(finished.instructions) / static_cast<double>(finished.blocks);
  return facts;
}

void Eviction::ask(Cycle now) {
  is_asking_ = false;
  std::vector<policy::LeavingBlock> blocks;
  std::vector<std::uint16_t> slots;
  for (std::uint16_t slot = 0; slot < contexts_.blocks.size(); ++slot) {
    if (!contexts_.blocks[slot].resides()) continue;
    slots.push_back(slot);
    blocks.push_back(facts_of(contexts_.blocks[slot], now));
  }
  costs_.blocks = blocks.size();
  const auto leaves = policies_.leave(blocks, {incoming_, residents_.resources().spaces()});
  for (std::size_t i = 0; i < slots.size(); ++i)
    if (leaves[i].way != policy::Leave::Way::finish) checkpoint_.stop(slots[i], leaves[i]);
}

bool Eviction::is_over() const {
  return std::ranges::none_of(contexts_.blocks, &ResidentBlock::resides) &&
         !checkpoint_.is_restoring();
}

void Eviction::finish(Cycle now) {
  is_on_ = false;
  costs_.freed = now + 1;
  costs_.segments = engine_.segments_out() - costs_.segments;
  const ByContextPart busy = engine_.busy_out(now);
  const Checkpoint::Costs before = std::exchange(costs_.contexts, checkpoint_.costs());
  for (std::size_t part = 0; part < kContextParts; ++part) {
    costs_.spill[part] = busy[part] - costs_.spill[part];
    costs_.contexts.bytes[part] -= before.bytes[part];
  }
  costs_.contexts.blocks_saved -= before.blocks_saved;
  costs_.contexts.blocks_discarded -= before.blocks_discarded;
  costs_.contexts.wasted -= before.wasted;
}

}  // namespace heddle::core
