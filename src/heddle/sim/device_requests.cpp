// The parts of a device that report progress and stop launches, at the request of `heddle run` or a
// signal.
#include <algorithm>
#include <utility>

#include "heddle/sim/device_state.hpp"

namespace heddle::sim {

void Device::State::check_requests(RequestCheck check) {
  requests = std::move(check);
  gpu.check_requests(requests);
}

void Device::State::update_counters() {
  LiveCounters& live = log.live();
  std::uint64_t done = 0, total = 0;
  for (const auto& [id, launch] : launches) {
    total += launch.grid->blocks();
    if (launch.record.timed) done += gpu.status(launch.gpu_grid).blocks_done;
    if (launch.run != nullptr) done += launch.run->counts().blocks;
  }
  live.blocks_done.store(done, std::memory_order_relaxed);
  live.blocks_total.store(total, std::memory_order_relaxed);
  update_time();
  live.reported_launches.store(live.launches.load(std::memory_order_relaxed),
                               std::memory_order_relaxed);
}

/// Updates the cycle counts that results show.
void Device::State::update_time() {
  Cycle began = kNever;
  if (!gpu.idle() || !on_gpu.empty()) {
    for (const auto& [id, launch] : launches)
      if (launch.record.timed) began = std::min(began, gpu.status(launch.gpu_grid).began);
  }
  LiveCounters& live = log.live();
  live.cycles.store(log.cycles(began, gpu.now()), std::memory_order_relaxed);
  live.warp_instructions.store(instructions(), std::memory_order_relaxed);
  live.timed_warp_instructions.store(gpu.warp_instructions(), std::memory_order_relaxed);
}

void Device::State::note_unfinished() {
  log.live().unfinished.store(launches.size(), std::memory_order_relaxed);
}

void Device::State::answer_requests() {
  Requests& journal = *log.requests();
  if (const int signal = journal.stop(); signal != 0) throw Interrupted(signal);
  journal.report_given();
  for (auto& [id, launch] : launches) {
    if (launch.run != nullptr) untimed.count_instructions(launch);
  }
  update_counters();
  LiveCounters& live = log.live();
  live.kernel.set(launches.begin()->second.record.kernel);
  live.timed.store(!gpu.idle(), std::memory_order_relaxed);
  log.update_probes(launches.begin()->first);
}

/// Ends the launches after a signal. Records the measured part first, because the sender of the
/// signal may soon kill the process.
void Device::State::interrupted(const Interrupted& end) {
  if (deferred_signals) deferred_signals->stop_clocks();
  record_host_time();
  try {
    record_unfinished();
    log.stop(end.what());
    log.finish_probes();
  } catch (const Error&) {
    // The disk is full. The program still ends, as the signal requested, without waiting for room.
  }
  give_up(end.what());
  if (deferred_signals) deferred_signals->take_waiting();
}

void Device::State::give_up(const std::string& reason) {
  log.withdraw_progress();
  launches.clear();
  nested_waiting.clear();
  on_gpu.clear();
  tree.clear();
  calls.clear();
  untimed.clear();
  computed_grids.clear();
  update_time();
  note_unfinished();
  failure = reason;
}

}  // namespace heddle::sim
