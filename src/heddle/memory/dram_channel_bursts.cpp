#include <algorithm>

#include "heddle/memory/dram_channel.hpp"
#include "heddle/model/memory_request.hpp"

namespace heddle::memory {

DramChannel::CommandBursts DramChannel::next_bursts(const Entry& entry) const {
  const std::uint32_t each =
      spec_.burst_per_sector && !entry.request.write ? model::kSectorBytes : spec_.burst_bytes;
  const std::uint32_t count = has_groups() ? 1 : (entry.left + each - 1) / each;
  return {count, std::min(entry.left, count * each)};
}

void DramChannel::count(const DramRequest& request, const CommandBursts& bursts, bool is_last) {
  DramCounters& counters = counters_[request.kernel];
  counters.bytes += bursts.bytes;
  (request.write ? counters.write_bursts : counters.read_bursts) += bursts.count;
  if (is_last) ++(request.write ? counters.writes : counters.reads);
}

std::uint64_t DramChannel::bytes_to_come(Tick at) const {
  if (at >= turn_end_) return 0;
  const Tick left = turn_end_ - std::max(at, turn_);
  return (turn_bytes_ * left + turn_end_ - turn_ - 1) / (turn_end_ - turn_);
}

void DramChannel::hold_group(std::uint32_t number, Tick when) {
  const Tick free = when + ticks_.ccd_l;
  const std::uint32_t first = number / spec_.group_banks() * spec_.group_banks();
  for (std::uint32_t bank = first; bank < first + spec_.group_banks(); ++bank) {
    banks_[bank].column_ready = std::max(banks_[bank].column_ready, free);
    if (bank != number && !banks_[bank].is_idle()) update(bank);
  }
}

}  // namespace heddle::memory
