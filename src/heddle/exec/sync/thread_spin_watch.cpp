#include "heddle/exec/sync/thread_spin_watch.hpp"

#include <bit>

namespace heddle::exec {

using isa::OpClass;

void ThreadSpinWatch::restart() {
  going_ = spinning_ = 0;
  histories_ = {};
  deciding_.clear();
}

void ThreadSpinWatch::stepped(const Warp& warp, LaneMask lanes, const StackEntry& frame) {
  const isa::Program& program = *warp.block->grid->program;
  const OpClass op_class = program.code[frame.pc].op_class;
  deciding_.add(program, frame.pc);
  if (op_class == OpClass::barrier || op_class == OpClass::warp_sync) {
    going_ &= ~lanes;  // these lanes wait for others, so they are not running
    return;
  }
  going_ |= lanes;
  if (op_class != OpClass::branch) return;
  deciding_.find(program);
  for_each_lane(lanes, [&](unsigned lane) { look_back(warp, lane, frame); });
}

void ThreadSpinWatch::look_back(const Warp& warp, unsigned lane, const StackEntry& frame) {
  if (is_where_it_was(warp, lane, frame))
    spinning_ |= lane_bit(lane);
  else
    spinning_ &= ~lane_bit(lane);
  // The state is remembered whenever the number of visits is a power of two. So a loop of n visits
  // is found within about 2n visits (Brent's algorithm).
  if (std::has_single_bit(++histories_[lane].visits)) remember(warp, lane, frame);
}

bool ThreadSpinWatch::is_where_it_was(const Warp& warp, unsigned lane,
                                      const StackEntry& frame) const {
  const BranchHistory& history = histories_[lane];
  if (deciding_.reads_time() || history.pc != frame.pc || history.row_base != frame.row_base ||
      history.predicate_base != frame.predicate_base || rows_.size() != warp.rows.size() ||
      predicates_.size() != warp.predicates.size())
    return false;
  const auto differs = [&](std::size_t row) {
    return rows_[row].lane[lane] != warp.rows[row].lane[lane];
  };
  const auto flips = [&](std::size_t predicate) {
    return ((predicates_[predicate] ^ warp.predicates[predicate]) & lane_bit(lane)) != 0;
  };
  const auto& rows = deciding_.rows();
  const auto& predicates = deciding_.predicates();
  bool same = true;
  if (deciding_.all()) {
    for (std::size_t i = 0; i < rows_.size(); ++i) same &= !differs(i);
    for (std::size_t i = 0; i < predicates_.size(); ++i) same &= !flips(i);
    return same;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) same &= !rows[i] || !differs(frame.row_base + i);
  for (std::size_t i = 0; i < predicates.size(); ++i)
    same &= !predicates[i] || !flips(frame.predicate_base + i);
  return same;
}

void ThreadSpinWatch::remember(const Warp& warp, unsigned lane, const StackEntry& frame) {
  BranchHistory& history = histories_[lane];
  history.pc = frame.pc;
  history.row_base = frame.row_base;
  history.predicate_base = frame.predicate_base;
  rows_.resize(warp.rows.size());
  predicates_.resize(warp.predicates.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i].lane[lane] = warp.rows[i].lane[lane];
  for (std::size_t i = 0; i < predicates_.size(); ++i) {
    predicates_[i] &= ~lane_bit(lane);
    predicates_[i] |= warp.predicates[i] & lane_bit(lane);
  }
}

}  // namespace heddle::exec
