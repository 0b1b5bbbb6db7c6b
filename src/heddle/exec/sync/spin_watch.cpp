#include "heddle/exec/sync/spin_watch.hpp"

#include <bit>
#include <cstring>

namespace heddle::exec {

void SpinWatch::restart() {
  spinning_ = has_stepped_ = false;
  visits_ = 0;
  paths_ = {};
}

void SpinWatch::stepped(const Warp& warp, const Step& step, unsigned part) {
  has_stepped_ = true;
  if (spinning_ || warp.done(part)) return;
  const isa::Program& program = *warp.block->grid->program;
  deciding_.add(program, step.pc);
  if (program.code[step.pc].op_class == isa::OpClass::branch) look_back(warp, part);
}

void SpinWatch::look_back(const Warp& warp, unsigned part) {
  if (!paths_.empty() && !deciding_.reads_time() && paths_ == warp.parts[part] &&
      turns_ == warp.progress.turns) {
    deciding_.find(*warp.block->grid->program);
    spinning_ = is_where_it_was(warp, warp.lanes_of(part));
  }
  // The state is remembered whenever the number of visits is a power of two. So a loop of n visits
  // is found within about 2n visits (Brent's algorithm).
  if (std::has_single_bit(++visits_)) remember(warp, part);
}

bool SpinWatch::is_where_it_was(const Warp& warp, LaneMask lanes) const {
  if (rows_.size() != warp.rows.size() || predicates_.size() != warp.predicates.size())
    return false;
  const unsigned first = first_lane(lanes), count = lane_count(lanes);
  const auto same_row = [&](std::size_t i) {
    return std::memcmp(rows_[i].lane + first, warp.rows[i].lane + first,
                       count * sizeof rows_[i].lane[0]) == 0;
  };
  const auto same_predicate = [&](std::size_t i) {
    return ((predicates_[i] ^ warp.predicates[i]) & lanes) == 0;
  };
  if (deciding_.all()) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (!same_row(i)) return false;
    for (std::size_t i = 0; i < predicates_.size(); ++i)
      if (!same_predicate(i)) return false;
    return true;
  }
  const StackEntry& path = paths_.top();
  const auto& deciding_rows = deciding_.rows();
  for (std::size_t i = 0; i < deciding_rows.size(); ++i)
    if (deciding_rows[i] && !same_row(path.row_base + i)) return false;
  const auto& deciding_predicates = deciding_.predicates();
  for (std::size_t i = 0; i < deciding_predicates.size(); ++i) {
    if (deciding_predicates[i] && !same_predicate(path.predicate_base + i)) return false;
  }
  return true;
}

void SpinWatch::remember(const Warp& warp, unsigned part) {
  paths_ = warp.parts[part];
  turns_ = warp.progress.turns;
  rows_ = warp.rows;
  predicates_ = warp.predicates;
  deciding_.clear();
}

}  // namespace heddle::exec
