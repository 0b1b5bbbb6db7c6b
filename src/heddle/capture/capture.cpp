#include "heddle/capture/capture.hpp"

#include <algorithm>

namespace heddle::capture {

std::uint64_t Capture::launches() const {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      steps, [](const Step& step) { return std::holds_alternative<Launch>(step.work); }));
}

std::size_t Capture::first_launch() const {
  const auto first = std::ranges::find_if(
      steps, [](const Step& step) { return std::holds_alternative<Launch>(step.work); });
  return static_cast<std::size_t>(first - steps.begin());
}

Addr Capture::end_of_memory() const {
  Addr end = 0;
  const auto include = [&](const Allocation& allocation) {
    end = std::max(end, allocation.address + allocation.bytes);
  };
  for (const Allocation& allocation : allocations) include(allocation);
  for (const Step& step : steps) {
    for (const Effect& effect : step.effects) {
      if (const auto* allocate = std::get_if<Allocate>(&effect)) include(allocate->allocation);
    }
  }
  return end;
}

}  // namespace heddle::capture
