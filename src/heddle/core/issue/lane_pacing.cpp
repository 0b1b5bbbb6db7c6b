#include "heddle/core/issue/lane_pacing.hpp"

#include <algorithm>
#include <numeric>

#include "heddle/core/terms/passes.hpp"

namespace heddle::core {

namespace {

/// Returns the smallest number from `stride` on that has no common divisor with the number of
/// banks.
unsigned skewed(unsigned stride, unsigned banks) {
  while (std::gcd(stride, banks) != 1) ++stride;
  return stride;
}

}  // namespace

LanePacing::LanePacing(const policy::Shape& shape, unsigned banks, unsigned entities)
    : threads_(shape.threads_per_pass),
      banks_(banks),
      lanes_(std::max(1u, shape.sequential_lanes)),
      held_reads_(shape.held_reads),
      stripes_(banks) {
  if (!applies()) return;
  for (unsigned group = 0; group * threads_ < kWarpSize; ++group)
    stripes_[group % banks] |= lane_bit(group * threads_);
  busy_.resize(std::size_t{shape.lane_groups} * banks);
  reads_.resize(banks);
  if (shape.chains) chains_.resize(entities);
  if (shape.chains_by_register) results_.resize(entities);
}

unsigned LanePacing::groups(LaneMask lanes) const { return active_groups(lanes, threads_); }

void LanePacing::count_reads(const Operands& operands) {
  std::ranges::fill(reads_, 0u);
  for (const std::uint8_t row : operands.scalar_rows) ++reads_[row];
  const LaneMask first = first_of_groups(operands.lanes, threads_);
  const unsigned stride = skewed(operands.stride, banks_);
  for (const std::uint8_t row : operands.rows) {
    unsigned at = (operands.base + row * stride) % banks_;
    for (unsigned bank = 0; bank < banks_; ++bank, at = at + 1 == banks_ ? 0 : at + 1)
      reads_[at] += lane_count(first & stripes_[bank]);
  }
}

Cycle LanePacing::take(unsigned lane_group, Cycle start, Cycle cycles, const Operands& operands) {
  count_reads(operands);
  Cycle last = 0;
  Cycle* const busy = busy_.data() + std::size_t{lane_group} * banks_;
  for (unsigned bank = 0; bank < banks_; ++bank) {
    if (reads_[bank] == 0) continue;
    busy[bank] = std::max(busy[bank], start * lanes_) + reads_[bank];
    last = std::max(last, busy[bank]);
  }
  const Cycle served = (last + lanes_ - 1) / lanes_;
  return std::max(start + cycles, served - std::min(served, held_reads_));
}

bool LanePacing::Result::writes(const Dependencies& uses) const {
  if ((rows[0] & uses.rows) != 0 || (predicates & uses.predicates) != 0) return true;
  return std::ranges::any_of(
      uses.more, [&](const RowWord& used) { return (rows[used.word] & used.bits) != 0; });
}

Cycle LanePacing::named_ready(unsigned entity, LaneMask lanes, const Dependencies& uses,
                              Cycle now) {
  std::vector<Result>& results = results_[entity];
  std::erase_if(results, [&](const Result& result) { return result.until <= now; });
  Cycle ready = now;
  for (const Result& result : results)
    if (result.lanes != lanes && result.writes(uses)) ready = std::max(ready, result.until);
  return ready;
}

Cycle LanePacing::entry(unsigned entity, LaneMask lanes, bool is_scalar, Cycle entered,
                        Cycle latency, const Dependencies& writes) {
  if (chains_.empty() || lanes == 0) return entered;
  const Cycle until = entered + latency;
  if (results_.empty()) {
    Chain& chain = chains_[entity];
    chain.lanes = lanes;
    chain.until = std::max(chain.until, until);
  } else {
    Result& result = results_[entity].emplace_back();
    result.lanes = lanes;
    result.until = until;
    result.rows[0] = writes.rows;
    for (const RowWord& row : writes.more) result.rows[row.word] |= row.bits;
    result.predicates = writes.predicates;
  }
  return is_scalar ? entered : entered - (groups(lanes) - 1);
}

}  // namespace heddle::core
