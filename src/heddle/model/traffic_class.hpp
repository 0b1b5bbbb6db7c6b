// Traffic classes of memory requests. The class of a request decides its priority in the
// interconnect, the L2 and DRAM.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::model {

enum class TrafficClass : std::uint8_t {
  demand,   ///< requests with normal priority: loads and stores of warps, and others
  context,  ///< requests that save and restore contexts of blocks, with lower priority than demand
};
inline constexpr std::size_t kTrafficClasses = 2;

/// One value for each traffic class.
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

/// Returns the number of entries that context requests can use in a queue of `places` entries that
/// both classes share. A quarter of the entries is reserved for demand.
constexpr std::uint32_t places_of_contexts(std::uint32_t places) { return places - places / 4; }

}  // namespace heddle::model
