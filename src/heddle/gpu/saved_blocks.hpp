// The blocks of one grid that have been saved and not yet sent back to an SM, and when they may be.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "heddle/core/block_context.hpp"

namespace heddle::gpu {

class SavedBlocks {
 public:
  /// The block is about to be saved, to be kept for `away` cycles; kNever: until it is taken.
  void expect(std::uint64_t block, Cycle away) { expected_[block] = away; }
  /// It has been, at `when`.
  void add(core::BlockContext context, Cycle when) {
    const auto expected = expected_.extract(context.state.id);
    const Cycle away = expected.empty() ? 0 : expected.mapped();
    away_.push_back({away == kNever ? kNever : when + away, std::move(context)});
  }

  std::size_t size() const { return away_.size() + ready_.size(); }
  /// When the next may go back.
  Cycle next() const {
    Cycle next = kNever;
    for (const Away& block : away_) next = std::min(next, block.until);
    return next;
  }
  /// Time has come to `now`: those that may go back by then are ready.
  void wake(Cycle now) {
    std::erase_if(away_, [&](Away& block) {
      if (block.until > now) return false;
      ready_.push_back(std::move(block.context));
      return true;
    });
  }
  bool any_ready() const { return !ready_.empty(); }
  /// The one that take_ready returns.
  const core::BlockContext& front() const { return ready_.front(); }
  core::BlockContext take_ready() {
    core::BlockContext context = std::move(ready_.front());
    ready_.pop_front();
    return context;
  }
  /// All of them, ready or not.
  std::vector<core::BlockContext> take_all() {
    for (Away& block : away_) ready_.push_back(std::move(block.context));
    away_.clear();
    std::vector<core::BlockContext> all(std::make_move_iterator(ready_.begin()),
                                        std::make_move_iterator(ready_.end()));
    ready_.clear();
    return all;
  }
  void put_back(std::vector<core::BlockContext> contexts) {
    for (core::BlockContext& context : contexts) ready_.push_back(std::move(context));
  }

 private:
  struct Away {
    Cycle until = 0;
    core::BlockContext context;
  };

  std::map<std::uint64_t, Cycle> expected_;
  std::vector<Away> away_;
  std::deque<core::BlockContext> ready_;
};

}  // namespace heddle::gpu
