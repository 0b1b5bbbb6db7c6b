#include "heddle/gpu/dispatch/waiting_parents.hpp"

#include <algorithm>

namespace heddle::gpu {

WaitingParents::WaitingParents(Chip& chip, const GridQueue::Running& running)
    : control_latency_(chip.machine.control.control_latency),
      sms_(chip.sms),
      running_(running),
      blocks_can_leave_(!sms_.front()->contexts().may_be_away &&
                        !sms_.front()->contexts().shape.forms_warps()) {}

void WaitingParents::hold(const StampedReport& report) {
  const core::Contexts& contexts = sms_[report.sm]->contexts();
  const std::uint16_t block_slot = contexts.block_slot_of(report.report.context);
  waiting_.push_back({.grid = running_[report.report.kernel]->number,
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
  const auto is_it = [&](const GridRun* run) { return run != nullptr && run->number == grid; };
  if (const auto run = std::ranges::find_if(running_, is_it); run != running_.end())
    (*run)->saved.unpark(block, when);
}

bool WaitingParents::children_wait() const {
  return std::ranges::any_of(running_, [](const GridRun* run) {
    return run != nullptr && run->grid->shape.depth != 0 && run->waiting_blocks() != 0;
  });
}

void WaitingParents::park(const Waiting& waiting, Cycle now) {
  core::Sm& from = *sms_[waiting.sm];
  const core::ResidentBlock& resident = from.contexts().blocks[waiting.block_slot];
  running_[resident.kernel]->saved.park(waiting.block);
  if (!resident.stopping) from.schedule_stop(now + control_latency_, waiting.block_slot);
}

void WaitingParents::make_room(Cycle now) {
  if (waiting_.empty()) return;
  const bool leave = blocks_can_leave_ && children_wait();
  std::erase_if(waiting_, [&](const Waiting& waiting) {
    const core::ResidentBlock& resident = sms_[waiting.sm]->contexts().blocks[waiting.block_slot];
    if (!leave && !resident.stopping) return false;
    park(waiting, now);
    end_call(waiting, now + 1);  // after the block's stop, so that its warps do not go on
    return true;
  });
}

}  // namespace heddle::gpu
