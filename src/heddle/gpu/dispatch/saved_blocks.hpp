// The saved blocks of one grid, until they are sent back to an SM. A saved block must first stay
// off the GPU for a number of cycles (it is away). After that it is ready to be sent.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "heddle/core/residents/block_context.hpp"

namespace heddle::gpu {

class SavedBlocks {
 public:
  /// Announces that the block will be saved, and that it will then be away for `away` cycles. If
  /// `away` is kNever, the block is away until take_all().
  void expect(std::uint64_t block, Cycle away) { expected_[block] = away; }
  /// Announces that the block will be saved, and that it will then be away until unpark().
  void park(std::uint64_t block) { parked_[block] = kNever; }
  /// Makes the parked block ready at `when`, or as soon as it is saved if that is later.
  void unpark(std::uint64_t block, Cycle when) {
    const auto parked = parked_.find(block);
    if (parked == parked_.end()) return;
    parked->second = when;
    for (Away& away : away_) {
      if (away.context.state.id != block) continue;
      away.until = when;
      parked_.erase(parked);
      return;
    }
  }
  /// Adds a block that has been saved at `when`.
  void add(core::BlockContext context, Cycle when) {
    const auto expected = expected_.extract(context.state.id);
    const Cycle away = expected.empty() ? 0 : expected.mapped();
    if (!expected.empty()) held_.insert(context.state.id);
    Cycle until = away == kNever ? kNever : when + away;
    if (const auto parked = parked_.find(context.state.id); parked != parked_.end()) {
      until = std::max(until, parked->second);
      if (parked->second != kNever) parked_.erase(parked);
    }
    away_.push_back({until, std::move(context)});
  }

  std::size_t size() const { return away_.size() + ready_.size(); }
  /// Returns the cycle in which the next block becomes ready, or kNever if no block waits for a
  /// cycle.
  Cycle next() const {
    Cycle next = kNever;
    for (const Away& block : away_) next = std::min(next, block.until);
    return next;
  }
  /// Makes the blocks ready whose time away has ended by `now`.
  void make_ready(Cycle now) {
    std::erase_if(away_, [&](Away& block) {
      if (block.until > now) return false;
      ready_.push_back(std::move(block.context));
      return true;
    });
  }
  /// Whether any of these blocks was announced by expect().
  bool any_held() const { return !held_.empty(); }
  const std::deque<core::BlockContext>& ready() const { return ready_; }
  /// Takes a ready block by its index in ready().
  core::BlockContext take_ready(std::size_t index) {
    core::BlockContext context = std::move(ready_[index]);
    ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(index));
    held_.erase(context.state.id);
    return context;
  }
  /// Whether any block, ready or away, has kept resources on its SM.
  bool any_kept() const {
    return std::ranges::any_of(ready_, [](const auto& context) { return context.kept.any(); }) ||
           std::ranges::any_of(away_, [](const Away& block) { return block.context.kept.any(); });
  }
  /// Takes all blocks, ready or away.
  std::vector<core::BlockContext> take_all() {
    for (Away& block : away_) ready_.push_back(std::move(block.context));
    away_.clear();
    std::vector<core::BlockContext> all(std::make_move_iterator(ready_.begin()),
                                        std::make_move_iterator(ready_.end()));
    ready_.clear();
    held_.clear();
    for (core::BlockContext& context : all) context.forget_watches();
    return all;
  }
  /// Adds blocks that were saved elsewhere or in an earlier run of the grid. The added blocks are
  /// ready at once.
  void put_back(std::vector<core::BlockContext> contexts) {
    for (core::BlockContext& context : contexts) ready_.push_back(std::move(context));
  }

 private:
  struct Away {
    Cycle until = 0;
    core::BlockContext context;
  };

  std::map<std::uint64_t, Cycle> expected_;
  std::map<std::uint64_t, Cycle> parked_;  ///< by parked block: when it may return
  std::set<std::uint64_t> held_;
  std::vector<Away> away_;
  std::deque<core::BlockContext> ready_;
};

}  // namespace heddle::gpu
