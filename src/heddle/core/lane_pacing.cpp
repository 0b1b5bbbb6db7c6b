#include "heddle/core/lane_pacing.hpp"

#include <algorithm>
#include <array>

#include "heddle/core/passes.hpp"

namespace heddle::core {

LanePacing::LanePacing(const policy::Shape& shape, unsigned banks, unsigned entities)
    : threads_(shape.threads_per_pass), banks_(banks), stripes_(banks) {
  if (!applies()) return;
  for (unsigned group = 0; group * threads_ < kWarpSize; ++group)
    stripes_[group % banks] |= lane_bit(group * threads_);
  if (shape.chains) chains_.resize(entities);
}

unsigned LanePacing::groups(LaneMask lanes) const { return active_groups(lanes, threads_); }

unsigned LanePacing::bank_reads(LaneMask lanes, std::span<const std::uint8_t> rows, unsigned stride,
                                std::span<const std::uint8_t> scalar_rows) const {
  const LaneMask first = first_of_groups(lanes, threads_);
  std::array<std::uint32_t, 256> of_row;
  std::uint32_t most = 0;
  for (unsigned bank = 0; bank < banks_; ++bank) {
    of_row[bank] = lane_count(first & stripes_[bank]);
    most = std::max(most, of_row[bank]);
  }
  if (stride % banks_ == 0 && scalar_rows.empty()) return most * static_cast<unsigned>(rows.size());
  std::array<std::uint32_t, 256> reads;
  std::fill_n(reads.begin(), banks_, 0u);
  most = 0;
  for (const std::uint8_t row : scalar_rows) most = std::max(most, ++reads[row]);
  for (const std::uint8_t row : rows) {
    unsigned at = row * stride % banks_;
    for (unsigned bank = 0; bank < banks_; ++bank, at = at + 1 == banks_ ? 0 : at + 1)
      most = std::max(most, reads[at] += of_row[bank]);
  }
  return most;
}

}  // namespace heddle::core
