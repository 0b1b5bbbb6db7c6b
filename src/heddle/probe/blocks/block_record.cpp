#include "heddle/probe/blocks/block_record.hpp"

namespace heddle::probe {

void BlockRecord::on(const model::BlockDispatched& event) {
  std::vector<BlockStay>& stays = stays_[event.grid];
  if (event.block_slot >= slots_.size()) slots_.resize(event.block_slot + 1u);
  slots_[event.block_slot] = {event.grid, stays.size()};
  stays.push_back({.block = event.block, .start = event.cycle});
}

void BlockRecord::on(const model::BlockFinished& event) {
  const StayIndex& index = slots_[event.block_slot];
  stays_[index.grid][index.stay].end = event.cycle + 1;
}

std::vector<BlockStay> BlockRecord::take(std::uint64_t grid) {
  const auto found = stays_.extract(grid);
  return found.empty() ? std::vector<BlockStay>() : std::move(found.mapped());
}

}  // namespace heddle::probe
