#include "heddle/exec/step/register_patterns.hpp"

#include <algorithm>
#include <span>

namespace heddle::exec {
namespace {

/// Width of the smallest comparator in the hardware of the source, in threads.
constexpr unsigned kSmallestGroup = 8;

RegisterPattern pattern_of(std::span<const std::uint32_t> values) {
  const std::uint32_t step = values.size() > 1 ? values[1] - values[0] : 0;
  for (std::size_t i = 2; i < values.size(); ++i)
    if (values[i] - values[i - 1] != step) return RegisterPattern::random;
  return step == 0 ? RegisterPattern::uniform : RegisterPattern::strided;
}

}  // namespace

unsigned pattern_group(std::uint32_t block_width) {
  const bool divides = block_width != 0 && kWarpSize % block_width == 0;
  return divides && block_width >= kSmallestGroup ? block_width : kWarpSize;
}

RegisterPattern register_pattern(const Row& row, LaneMask threads, unsigned group) {
  const unsigned count = lane_count(threads);
  auto pattern = RegisterPattern::uniform;
  for (unsigned first = 0; first < count; first += group) {
    const auto values = std::span(row.lane).subspan(first, std::min(group, count - first));
    pattern = std::max(pattern, pattern_of(values));
  }
  return pattern;
}

CompressedRow compress(const Row& row, LaneMask threads, unsigned group) {
  CompressedRow compressed{register_pattern(row, threads, group), {}};
  if (compressed.pattern == RegisterPattern::random) {
    compressed.words.assign(std::begin(row.lane), std::end(row.lane));
    return compressed;
  }
  const unsigned count = lane_count(threads);
  for (unsigned first = 0; first < kWarpSize; first += group) {
    compressed.words.push_back(row.lane[first]);
    if (compressed.pattern == RegisterPattern::uniform) continue;
    compressed.words.push_back(first + 1 < count ? row.lane[first + 1] - row.lane[first] : 0);
  }
  return compressed;
}

Row expand(const CompressedRow& compressed, unsigned group) {
  Row row;
  const bool strided = compressed.pattern == RegisterPattern::strided;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (compressed.pattern == RegisterPattern::random) {
      row.lane[lane] = compressed.words[lane];
      continue;
    }
    const unsigned first = lane / group * (strided ? 2 : 1);
    const std::uint32_t step = strided ? compressed.words[first + 1] : 0;
    row.lane[lane] = compressed.words[first] + lane % group * step;
  }
  return row;
}

}  // namespace heddle::exec
