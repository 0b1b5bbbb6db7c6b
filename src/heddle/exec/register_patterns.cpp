#include "heddle/exec/register_patterns.hpp"

#include <algorithm>
#include <bit>

namespace heddle::exec {
namespace {

constexpr unsigned kSmallestGroup = 8;  ///< the source's least width of a comparator

/// What a group holds: a base and a step, unless its values are random.
struct GroupPattern {
  std::uint32_t base = 0, step = 0;
  bool has_step = false;  ///< else one thread is all there is, and any step will do
  bool is_random = false;
};

GroupPattern pattern_of(std::span<const std::uint32_t> values) {
  GroupPattern pattern{.base = values[0]};
  if (values.size() == 1) return pattern;
  pattern.has_step = true;
  pattern.step = values[1] - values[0];
  for (std::size_t i = 2; i < values.size(); ++i)
    pattern.is_random |= values[i] - values[i - 1] != pattern.step;
  return pattern;
}

/// Calls visit(pattern) for each group of the warp that has threads.
template <typename Visit>
void for_each_group(const Row& row, LaneMask threads, unsigned group, Visit&& visit) {
  const unsigned count = lane_count(threads);
  for (unsigned first = 0; first < count; first += group)
    visit(pattern_of(std::span(row.lane).subspan(first, std::min(group, count - first))));
}

/// What the groups of a warp or of a block have in common.
struct Groups {
  bool any_random = false, any_step = false;

  void add(const GroupPattern& pattern) {
    any_random |= pattern.is_random;
    any_step |= pattern.step != 0;
  }
};

}  // namespace

unsigned pattern_group(std::uint32_t block_width) {
  const bool divides = block_width != 0 && kWarpSize % block_width == 0;
  return divides && block_width >= kSmallestGroup ? block_width : kWarpSize;
}

RegisterPattern register_pattern(const Row& row, LaneMask threads, unsigned group) {
  Groups groups;
  for_each_group(row, threads, group, [&](const GroupPattern& pattern) { groups.add(pattern); });
  if (groups.any_random) return RegisterPattern::random;
  return groups.any_step ? RegisterPattern::strided : RegisterPattern::uniform;
}

std::vector<std::uint32_t> compress(const Row& row, RegisterPattern pattern, LaneMask threads,
                                    unsigned group) {
  if (pattern == RegisterPattern::dead) return {};
  if (pattern == RegisterPattern::random) return {std::begin(row.lane), std::end(row.lane)};
  std::vector<std::uint32_t> words;
  for_each_group(row, threads, group, [&](const GroupPattern& found) {
    words.push_back(found.base);
    if (pattern == RegisterPattern::strided) words.push_back(found.step);
  });
  words.resize(stored_bytes(pattern, group) / 4);
  return words;
}

Row decompress(std::span<const std::uint32_t> words, RegisterPattern pattern, unsigned group) {
  Row row{};
  if (pattern == RegisterPattern::dead) return row;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const unsigned at = lane / group, within = lane % group;
    if (pattern == RegisterPattern::random) row.lane[lane] = words[lane];
    if (pattern == RegisterPattern::uniform) row.lane[lane] = words[at];
    if (pattern == RegisterPattern::strided)
      row.lane[lane] = words[2 * at] + within * words[2 * at + 1];
  }
  return row;
}

BlockPattern block_pattern(std::span<const Row> rows, std::span<const LaneMask> threads,
                           unsigned group) {
  Groups groups;
  std::vector<std::uint32_t> bases, steps;
  for (std::size_t warp = 0; warp < rows.size(); ++warp) {
    for_each_group(rows[warp], threads[warp], group, [&](const GroupPattern& pattern) {
      groups.add(pattern);
      bases.push_back(pattern.base);
      if (pattern.has_step) steps.push_back(pattern.step);
    });
  }
  if (groups.any_random) return BlockPattern::random;
  const GroupPattern of_bases = pattern_of(bases);
  if (!groups.any_step) {
    const bool is_uniform = !of_bases.is_random && of_bases.step == 0;
    return is_uniform ? BlockPattern::global_uniform : BlockPattern::local_uniform;
  }
  const bool same_steps = std::ranges::all_of(steps, [&](auto step) { return step == steps[0]; });
  const bool goes_on = bases.size() == 1 || of_bases.step == group * steps[0];
  return same_steps && !of_bases.is_random && goes_on ? BlockPattern::global_strided
                                                      : BlockPattern::local_strided;
}

unsigned stored_bytes(BlockPattern pattern, unsigned warps, unsigned group) {
  switch (pattern) {
    case BlockPattern::global_uniform:
      return 4;
    case BlockPattern::global_strided:
      return 8;
    case BlockPattern::local_uniform:
      return warps * stored_bytes(RegisterPattern::uniform, group);
    case BlockPattern::local_strided:
      return warps * stored_bytes(RegisterPattern::strided, group);
    default:
      return warps * stored_bytes(RegisterPattern::random, group);
  }
}

}  // namespace heddle::exec
