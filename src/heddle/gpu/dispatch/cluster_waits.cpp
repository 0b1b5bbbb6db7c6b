#include "heddle/gpu/dispatch/cluster_waits.hpp"

#include <algorithm>

#include "heddle/exec/step/cluster.hpp"

namespace heddle::gpu {

ClusterWaits::ClusterWaits(Chip& chip)
    : sms_(chip.sms), latency_(chip.machine.control.control_latency) {}

bool ClusterWaits::concerns(const StampedReport& report) const {
  const exec::Warp& warp = sms_[report.sm]->warp_in(report.report.context);
  return warp.block->grid->program->code[report.report.pc].op == isa::Op::cluster_wait;
}

void ClusterWaits::hold(const StampedReport& report) {
  waiting_.push_back({report.sm, report.report.context, report.report.entity, report.report.lanes});
}

void ClusterWaits::release(Cycle now) {
  std::erase_if(waiting_, [&](const Waiting& waiting) {
    core::Sm& sm = *sms_[waiting.sm];
    const exec::Warp& warp = sm.warp_in(waiting.context);
    const exec::Block& block = *warp.block;
    if (block.cluster->barrier.is_held(block.rank, warp.index, waiting.lanes)) return false;
    sm.schedule(now + latency_, core::SmEvent::of_service_end(waiting.entity));
    return true;
  });
}

}  // namespace heddle::gpu
