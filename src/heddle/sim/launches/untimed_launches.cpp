#include "heddle/sim/launches/untimed_launches.hpp"

#include <algorithm>

namespace heddle::sim {

GridId UntimedLaunches::take_front() {
  const GridId id = queue_.front();
  queue_.pop_front();
  return id;
}

UntimedLaunches::Outcome UntimedLaunches::advance(GridId id, Launch& launch,
                                                  const TimedSoFar& timed,
                                                  const RequestCheck& requests) {
  if (launch.run == nullptr) {
    launch.run = std::make_unique<exec::FunctionalRun>(*launch.grid, services_,
                                                       options(launch, timed, requests));
  }
  const Outcome outcome = compute(id, launch);
  if (outcome == Outcome::stuck) {
    queue_.push_back(id);
    stuck_in_a_row_ = launch.run->progressed() ? 1 : stuck_in_a_row_ + 1;
  } else {
    stuck_in_a_row_ = 0;
  }
  return outcome;
}

exec::FunctionalOptions UntimedLaunches::options(const Launch& launch, const TimedSoFar& timed,
                                                 const RequestCheck& requests) const {
  exec::FunctionalOptions options;
  options.requests = requests;
  options.threads = configuration_.run.threads;
  const std::uint64_t at_once =
      std::uint64_t{launch.record.blocks_per_sm} * configuration_.machine.sm.count;
  options.most_blocks = std::max<std::uint64_t>(options.most_blocks, at_once);
  if (launch.request.cooperative)
    options.resident_blocks = static_cast<unsigned>(launch.grid->blocks());
  const std::uint64_t limit = configuration_.run.stop_after_instructions;
  const std::uint64_t done = timed.warp_instructions + instructions_;
  if (limit != 0) options.limit = std::max<std::uint64_t>(limit - std::min(limit, done), 1);
  options.first_nanosecond =
      static_cast<std::uint64_t>(static_cast<double>(timed.now) * 1e3 /
                                 configuration_.machine.device.core_clock_mhz) +
      instructions_;
  return options;
}

UntimedLaunches::Outcome UntimedLaunches::compute(GridId id, Launch& launch) {
  const bool watched = !launch.chosen && watch_.begins;
  if (watched) watch_.begins(id);
  const auto began = std::chrono::steady_clock::now();
  const Outcome outcome = launch.run->advance();
  host_time_ += std::chrono::steady_clock::now() - began;
  count_instructions(launch);
  if (watched)
    watch_.ended({id, outcome == Outcome::finished, launch.run->counts().warp_instructions,
                  launch.grid->blocks()});
  return outcome;
}

void UntimedLaunches::count_instructions(Launch& launch) {
  const std::uint64_t run = launch.run->counts().warp_instructions;
  instructions_ += run - std::exchange(launch.counted_instructions, run);
}

}  // namespace heddle::sim
