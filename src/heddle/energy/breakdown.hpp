// The breakdown of energy by component.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "heddle/base/statistics/statistic.hpp"

namespace heddle::energy {

enum class Component : std::uint8_t {
  fetch_decode,
  register_file,
  integer_units,
  float_units,
  double_units,
  special_units,
  matrix_units,
  other_units,
  shared_memory,
  l1d,
  constant_cache,
  texture_cache,
  l2,
  interconnect,
  memory_controllers,
  dram_activate,
  dram_read,
  dram_write,
  clock_sm,
  static_sm,
  static_l2,
  static_interconnect,
  static_memory_controllers,
  static_other,
  dram_background,
  board,
};
inline constexpr std::size_t kComponents = 26;
/// The first of the components that draw power whether or not events happen. All later components
/// do so as well.
inline constexpr std::size_t kFirstOfTime = static_cast<std::size_t>(Component::static_sm);

/// The groups into which a plot of power over time divides the components.
enum class Group : std::uint8_t { cores, sm_memories, l2, interconnect, dram, clock, constant };
inline constexpr std::size_t kGroups = 7;

std::string_view name_of(Component component);
std::string_view name_of(Group group);

/// Energy by component, in joules. All values are multiples of Amount::kUnit, so sums are exact.
struct Breakdown {
  std::array<double, kComponents> joules{};
  double seconds = 0;

  double of(Component component) const { return joules[static_cast<std::size_t>(component)]; }
  double of(Group group) const;
  double total() const;
  double dynamic() const;  ///< energy of events, and energy of clock.sm, which grows with the time
                           ///< in which SMs have warps
  double watts() const { return seconds == 0 ? 0 : total() / seconds; }
  void describe(StatisticVisitor& visit) const;
};

}  // namespace heddle::energy
