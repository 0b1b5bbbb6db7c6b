// Classes of memory requests by purpose. The class decides which requests have priority in the
// interconnect, the L2 and DRAM.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::model {

enum class TrafficClass : std::uint8_t {
  demand,   ///< loads and stores of warps, and all other requests with normal priority
  context,  ///< saving and restoring of contexts: lower priority than demand
};
inline constexpr std::size_t kTrafficClasses = 2;

/// One value for each class.
template <typename T>
struct ByTraffic {
  std::array<T, kTrafficClasses> all{};

  T& operator[](TrafficClass traffic) { return all[static_cast<std::size_t>(traffic)]; }
  const T& operator[](TrafficClass traffic) const { return all[static_cast<std::size_t>(traffic)]; }
  auto begin() { return all.begin(); }
  auto end() { return all.end(); }
  auto begin() const { return all.begin(); }
  auto end() const { return all.end(); }
};

/// Returns how many entries requests of contexts can use in a queue of `places` entries that both
/// classes share. A quarter of the entries stays free for demand.
constexpr std::uint32_t places_of_contexts(std::uint32_t places) { return places - places / 4; }

}  // namespace heddle::model
