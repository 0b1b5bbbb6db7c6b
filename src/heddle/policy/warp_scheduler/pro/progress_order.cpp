#include "heddle/policy/warp_scheduler/pro/progress_order.hpp"

#include <algorithm>
#include <tuple>

namespace heddle::policy::pro {

void ProgressOrder::attach(const model::SmView& sm, const Features& features, unsigned slot) {
  sm_ = &sm;
  features_ = features;
  slot_ = slot;
  blocks_.assign(sm.blocks, {});
}

void ProgressOrder::kernel_started(unsigned kernel) {
  fast_[kernel] = true;
  kernel_numbers_[kernel] = ++kernels_started_;
  kernel_blocks_[kernel] = 0;
}

void ProgressOrder::last_block_dispatched(unsigned kernel) {
  fast_[kernel] = false;
  if (!features_.slow_phase) return;
  for (Block& block : blocks_) {
    if (!block.resident || block.kernel != kernel) continue;
    block.snapshot = progress(block);
    if (block.state == State::barrier_wait) continue;
    block.state = State::rest;
    sort_warps(block, false);
  }
}

void ProgressOrder::block_dispatched(unsigned block_slot, unsigned kernel, unsigned warps) {
  std::vector<unsigned> order = std::move(blocks_[block_slot].warps);
  order.clear();
  blocks_[block_slot] = {.resident = true,
                         .kernel = kernel,
                         .number = ++blocks_dispatched_,
                         .place = kernel_blocks_[kernel]++,
                         .count = warps,
                         .warps = std::move(order)};
}

void ProgressOrder::warp_launched(unsigned warp) {
  Block& block = blocks_[sm_->warps[sm_->names.entity(warp, 0)].block_slot];
  block.warps.push_back(warp);
}

void ProgressOrder::warp_ended(unsigned warp) {
  Block& block = blocks_[sm_->warps[sm_->names.entity(warp, 0)].block_slot];
  std::erase(block.warps, warp);
  block.ended_progress += progress(warp);
  if (++block.ended == block.count) {
    block.resident = false;
    return;
  }
  if (block.ended == 1 && features_.finishes) {
    if (fast(block)) block.state = State::finish_wait;
    sort_warps(block, false);
  }
  sort_class(State::finish_wait);
}

void ProgressOrder::barrier_reached(unsigned block_slot) {
  Block& block = blocks_[block_slot];
  ++block.at_barrier;
  if (!features_.barriers || block.at_barrier + block.ended >= block.count) return;
  if (block.state == State::rest) {
    block.state = State::barrier_wait;
    sort_warps(block, false);
  }
  sort_class(State::barrier_wait);
}

void ProgressOrder::barrier_released(unsigned block_slot, unsigned warps) {
  Block& block = blocks_[block_slot];
  block.at_barrier -= std::min(block.at_barrier, warps);
  if (block.at_barrier != 0 || block.state != State::barrier_wait) return;
  const bool ending = fast(block) && features_.finishes && block.ended != 0;
  block.state = ending ? State::finish_wait : State::rest;
  if (ending) sort_class(State::finish_wait);
  if (features_.sort_on_release) sort_warps(block, !ending && fast(block));
}

void ProgressOrder::sort() {
  take_snapshots();
  for (Block& block : blocks_)
    if (block.resident && block.state == State::rest) sort_warps(block, fast(block));
}

void ProgressOrder::take_snapshots() {
  for (Block& block : blocks_) block.snapshot = progress(block);
}

std::vector<unsigned> ProgressOrder::blocks() const {
  std::vector<unsigned> slots;
  for (unsigned slot = 0; slot < blocks_.size(); ++slot)
    if (blocks_[slot].resident) slots.push_back(slot);
  std::ranges::sort(slots, [&](unsigned a, unsigned b) { return before(blocks_[a], blocks_[b]); });
  return slots;
}

std::uint64_t ProgressOrder::progress(unsigned warp) const {
  std::uint64_t sum = 0;
  for (unsigned part = 0; part < sm_->names.parts(); ++part) {
    const unsigned entity = sm_->names.entity(warp, part);
    if (slot_ == kAllSlots || sm_->slot_of(entity) == slot_)
      sum += sm_->warps[entity].thread_instructions;
  }
  return sum;
}

std::uint64_t ProgressOrder::progress(const Block& block) const {
  std::uint64_t sum = block.ended_progress;
  for (const unsigned warp : block.warps) sum += progress(warp);
  return sum;
}

void ProgressOrder::sort_warps(Block& block, bool most_first) const {
  if (!features_.warp_sort) return;
  const auto key = [&](unsigned warp) {
    const std::uint64_t done = progress(warp);
    return std::pair(most_first ? ~done : done, sm_->warps[sm_->names.entity(warp, 0)].index);
  };
  std::ranges::sort(block.warps, {}, key);
}

void ProgressOrder::sort_class(State state) {
  for (Block& block : blocks_) {
    if (!block.resident || block.state != state) continue;
    block.class_count = state == State::finish_wait ? block.ended : block.at_barrier;
    block.class_progress = progress(block);
  }
}

unsigned ProgressOrder::class_of(const Block& block) const {
  switch (block.state) {
    case State::finish_wait:
      return 0;
    case State::barrier_wait:
      return 1;
    default:
      return 2;
  }
}

bool ProgressOrder::before(const Block& a, const Block& b) const {
  const auto key = [&](const Block& block) {
    const bool rest = block.state == State::rest;
    const std::uint64_t most_first = ~(rest ? block.snapshot : block.class_progress);
    return std::tuple(kernel_numbers_[block.kernel], class_of(block),
                      rest ? 0u : ~block.class_count,
                      rest && !fast(block) ? block.snapshot : most_first, block.number);
  };
  return key(a) < key(b);
}

}  // namespace heddle::policy::pro
