#include "heddle/sim/corun/corun_metrics.hpp"

#include <algorithm>

namespace heddle::sim {

CorunMetrics corun_metrics(std::span<const SharedSpeed> speeds) {
  const bool complete =
      std::ranges::all_of(speeds, [](const SharedSpeed& speed) { return speed.alone > 0; });
  if (speeds.empty() || !complete) return {};
  unsigned starved = 0;
  double slowdowns = 0, speedups = 0;
  double least = speeds.front().speedup(), most = least;
  for (const SharedSpeed& speed : speeds) {
    starved += speed.starved() ? 1 : 0;
    slowdowns += speed.slowdown();
    speedups += speed.speedup();
    least = std::min(least, speed.speedup());
    most = std::max(most, speed.speedup());
  }
  const auto count = static_cast<double>(speeds.size());
  return {.harmonic = count / slowdowns,
          .weighted = speedups,
          .antt = slowdowns / count,
          .fairness = most == 0 ? 0 : least / most,
          .starved = starved};
}

double cycles_alone(std::span<const std::pair<Cycle, std::uint64_t>> progress,
                    std::uint64_t instructions) {
  std::pair<Cycle, std::uint64_t> before{0, 0};
  for (const auto& point : progress) {
    if (point.second >= instructions && point.second > before.second) {
      const double part = static_cast<double>(instructions - before.second) /
                          static_cast<double>(point.second - before.second);
      return static_cast<double>(before.first) +
             part * static_cast<double>(point.first - before.first);
    }
    before = point;
  }
  if (before.second == 0) return 0;
  return static_cast<double>(before.first) * static_cast<double>(instructions) /
         static_cast<double>(before.second);
}

}  // namespace heddle::sim
