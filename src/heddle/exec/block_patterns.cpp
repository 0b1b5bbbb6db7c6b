#include "heddle/exec/block_patterns.hpp"

#include <algorithm>

#include "heddle/exec/step/register_patterns.hpp"

namespace heddle::exec {
namespace {

/// The first value of each group, and the difference between the group's second and first values.
struct Groups {
  std::vector<std::uint32_t> first, step;

  bool all_step_by(std::uint32_t value) const {
    return std::ranges::all_of(step, [&](std::uint32_t each) { return each == value; });
  }
  /// Returns whether the first value of each group exceeds that of the preceding group by
  /// `distance`.
  bool begin_apart_by(std::uint32_t distance) const {
    for (std::size_t i = 1; i < first.size(); ++i)
      if (first[i] - first[i - 1] != distance) return false;
    return true;
  }
};

BlockPattern pattern_of(const Groups& groups, unsigned group) {
  const std::uint32_t step = groups.step.front();
  if (!groups.all_step_by(step)) return BlockPattern::strided_groups;
  if (step == 0)
    return groups.begin_apart_by(0) ? BlockPattern::uniform : BlockPattern::uniform_groups;
  return groups.begin_apart_by(group * step) ? BlockPattern::strided : BlockPattern::strided_groups;
}

/// Returns true if the words describe the whole block; false if they describe each group.
bool is_whole(BlockPattern pattern) {
  return pattern == BlockPattern::uniform || pattern == BlockPattern::strided;
}

bool has_steps(BlockPattern pattern) {
  return pattern == BlockPattern::strided || pattern == BlockPattern::strided_groups;
}

}  // namespace

CompressedRegister compress(std::span<const Row* const> rows, std::span<const LaneMask> threads,
                            unsigned group) {
  CompressedRegister compressed;
  Groups groups;
  bool random = false;
  for (std::size_t warp = 0; warp < rows.size(); ++warp) {
    const CompressedRow row = compress(*rows[warp], threads[warp], group);
    random |= row.pattern == RegisterPattern::random;
    const Row full = expand(row, group);
    for (unsigned lane = 0; lane < lane_count(threads[warp]); lane += group) {
      groups.first.push_back(full.lane[lane]);
      groups.step.push_back(full.lane[lane + 1] - full.lane[lane]);
    }
  }
  if (random) {
    for (const Row* const row : rows)
      compressed.words.insert(compressed.words.end(), std::begin(row->lane), std::end(row->lane));
    return compressed;
  }
  compressed.pattern = pattern_of(groups, group);
  const bool whole = is_whole(compressed.pattern);
  const bool steps = has_steps(compressed.pattern);
  for (std::size_t i = 0; i < (whole ? 1 : groups.first.size()); ++i) {
    compressed.words.push_back(groups.first[i]);
    if (steps) compressed.words.push_back(groups.step[i]);
  }
  return compressed;
}

std::vector<Row> expand(const CompressedRegister& compressed, std::size_t warps, unsigned group) {
  std::vector<Row> rows(warps);
  const bool whole = is_whole(compressed.pattern);
  const bool steps = has_steps(compressed.pattern);
  for (std::size_t thread = 0; thread < warps * kWarpSize; ++thread) {
    std::uint32_t& value = rows[thread / kWarpSize].lane[thread % kWarpSize];
    if (compressed.pattern == BlockPattern::random) {
      value = compressed.words[thread];
      continue;
    }
    const std::size_t in_group = whole ? thread : thread % group;
    const std::size_t first = whole ? 0 : thread / group * (steps ? 2 : 1);
    if (first >= compressed.words.size()) continue;  // the lane has no thread
    const std::uint32_t step = steps ? compressed.words[first + 1] : 0;
    value = compressed.words[first] + static_cast<std::uint32_t>(in_group) * step;
  }
  return rows;
}

}  // namespace heddle::exec
