#include "heddle/core/eviction/eviction.hpp"

#include <algorithm>
#include <utility>

namespace heddle::core {

void Eviction::signal(Cycle now) {
  is_on_ = is_asking_ = true;
  costs_ = {.contexts = around_.checkpoint.costs(),
            .spill = around_.engine.busy_out(now),
            .segments = around_.engine.segments_out(),
            .acknowledged = around_.engine.acknowledged_out()};
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
      .place = resident.place};
  for (const std::uint16_t context : resident.contexts)
    if (context != Contexts::kNoContext) facts.instructions += contexts_.instructions_of(context);
  const FinishedBlocks& finished = kernel.finished;
  if (finished.blocks != 0)
    facts.mean_instructions =
        static_cast<double>(finished.instructions) / static_cast<double>(finished.blocks);
  tell_repeatable(resident, facts);
  return facts;
}

void Eviction::tell_repeatable(const ResidentBlock& resident, policy::LeavingBlock& facts) const {
  const KernelBinding& kernel = contexts_.kernels[resident.kernel];
  const isa::Program& program = *kernel.grid->program;
  if (kernel.offences == nullptr) {
    facts.reason = "needs_annotations() is false and nobody knows what the block did";
  } else if (resident.was_discarded) {
    facts.reason = "the block has begun anew before";
  } else if (resident.offence != kNoPc) {
    const isa::Offence* const offence = isa::find_offence(*kernel.offences, resident.offence);
    facts.reason = "the block has executed " + isa::to_string(program, *offence);
  } else {
    facts.repeatable =
        kernel.offences->empty() ? policy::Repeatable::always : policy::Repeatable::so_far;
  }
}

void Eviction::ask(Cycle now) {
  is_asking_ = false;
  std::vector<policy::LeavingBlock> blocks;
  std::vector<std::uint16_t> slots;
  for (std::size_t slot = 0; slot < contexts_.blocks.size(); ++slot) {
    if (!contexts_.blocks[slot].resides()) continue;
    slots.push_back(static_cast<std::uint16_t>(slot));
    blocks.push_back(facts_of(contexts_.blocks[slot], now));
  }
  costs_.blocks = blocks.size();
  const auto leaves =
      around_.policies.leave(blocks, {incoming_, around_.residents.resources().spaces(), pace_});
  for (std::size_t i = 0; i < slots.size(); ++i) start_leaving(slots[i], leaves[i], now);
}

void Eviction::start_leaving(std::uint16_t block_slot, const policy::Leave& leave, Cycle now) {
  const ResidentBlock& resident = contexts_.blocks[block_slot];
  if (leave.would_discard && resident.offence != kNoPc)
    around_.reports.push_back({.kind = SmReport::Kind::discard_refused,
                               .kernel = resident.kernel,
                               .pc = resident.offence,
                               .when = now});
  if (leave.way != policy::Leave::Way::finish) around_.checkpoint.stop(block_slot, leave);
}

bool Eviction::is_over() const {
  return std::ranges::none_of(contexts_.blocks, &ResidentBlock::resides) &&
         !around_.checkpoint.is_restoring();
}

void Eviction::finish(Cycle now) {
  is_on_ = false;
  costs_.freed = now + 1;
  costs_.segments = around_.engine.segments_out() - costs_.segments;
  costs_.acknowledged = around_.engine.acknowledged_out() - costs_.acknowledged;
  costs_.acknowledging = costs_.segments == 0 ? 0 : around_.engine.acknowledging(now);
  const ByContextPart busy = around_.engine.busy_out(now);
  const Checkpoint::Costs before = std::exchange(costs_.contexts, around_.checkpoint.costs());
  for (std::size_t part = 0; part < kContextParts; ++part) {
    costs_.spill[part] = busy[part] - costs_.spill[part];
    costs_.contexts.bytes[part] -= before.bytes[part];
  }
  costs_.contexts.blocks_saved -= before.blocks_saved;
  costs_.contexts.blocks_discarded -= before.blocks_discarded;
  costs_.contexts.wasted -= before.wasted;
}

}  // namespace heddle::core
