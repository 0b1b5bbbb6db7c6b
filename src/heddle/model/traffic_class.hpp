// What a request of memory is made for, and with that who gives way to whom on its way through the
// interconnect, the L2 and DRAM.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::model {

enum class TrafficClass : std::uint8_t {
  demand,   ///< what warps load and store, and what does not give way to that
  context,  ///< gives way: a context that is saved or restored
};
inline constexpr std::size_t kTrafficClasses = 2;

/// One for each class.
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

/// Of `places` that both classes share, those that requests of contexts may take: demand finds a
/// quarter that they do not.
constexpr std::uint32_t places_of_contexts(std::uint32_t places) { return places - places / 4; }

}  // namespace heddle::model
