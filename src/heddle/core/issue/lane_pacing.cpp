#include "heddle/core/issue/lane_pacing.hpp"

#include <algorithm>
#include <numeric>

#include "heddle/core/terms/passes.hpp"

namespace heddle::core {

namespace {

/// Cycles by which a bank may lag behind the lane, since the operand collector overlaps reads. The
/// study gives no number.
constexpr Cycle kHeldReads = 8;

/// The smallest number from `stride` on that has no common divisor with the number of banks.
unsigned skewed(unsigned stride, unsigned banks) {
  while (std::gcd(stride, banks) != 1) ++stride;
  return stride;
}

}  // namespace

LanePacing::LanePacing(const policy::Shape& shape, unsigned banks, unsigned entities)
    : threads_(shape.threads_per_pass),
      banks_(banks),
      lanes_(std::max(1u, shape.sequential_lanes)),
      stripes_(banks) {
  if (!applies()) return;
  for (unsigned group = 0; group * threads_ < kWarpSize; ++group)
    stripes_[group % banks] |= lane_bit(group * threads_);
  busy_.resize(std::size_t{shape.lane_groups} * banks);
  reads_.resize(banks);
  if (shape.chains) chains_.resize(entities);
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
  return std::max(start + cycles, served - std::min(served, kHeldReads));
}

}  // namespace heddle::core
