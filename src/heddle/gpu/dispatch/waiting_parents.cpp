#include "heddle/gpu/dispatch/waiting_parents.hpp"

namespace heddle::gpu {

void WaitingParents::hold(const StampedReport& report) {
  const core::Contexts& contexts = sms_[report.sm]->contexts();
  const std::uint16_t block_slot = contexts.block_slot_of(report.report.context);
  waiting_.push_back({.grid = dispatcher_.grid_in(report.report.kernel),
                      .block = contexts.blocks[block_slot].block.id,
                      .sm = report.sm,
                      .block_slot = block_slot,
                      .entity = report.report.entity});
}

void WaitingParents::end_call(const Waiting& waiting, Cycle when) {
  sms_[waiting.sm]->schedule(when + control_latency_,
                             core::SmEvent::of_service_end(waiting.entity));
}

void WaitingParents::release(std::uint64_t grid, std::uint64_t block, Cycle when) {
  std::erase_if(waiting_, [&](const Waiting& waiting) {
    if (waiting.grid != grid || waiting.block != block) return false;
    end_call(waiting, when);
    return true;
  });
  dispatcher_.unpark_block(grid, block, when);
}

void WaitingParents::make_room(Cycle now) {
  if (waiting_.empty()) return;
  const bool leave = dispatcher_.children_wait_for_room();
  std::erase_if(waiting_, [&](const Waiting& waiting) {
    const core::ResidentBlock& resident = sms_[waiting.sm]->contexts().blocks[waiting.block_slot];
    if (!leave && !resident.stopping) return false;
    dispatcher_.park_block(waiting.sm, waiting.block_slot, now);
    end_call(waiting, now + 1);  // after the block's stop, so that its warps do not go on
    return true;
  });
}

}  // namespace heddle::gpu
