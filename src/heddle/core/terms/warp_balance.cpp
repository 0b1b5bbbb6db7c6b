#include "heddle/core/terms/warp_balance.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace heddle::core {

void WarpBalance::add(std::uint32_t warps, Cycle times, Cycle longest, Extremes& greatest) {
  const std::uint64_t given = warps * longest, idle = given - times;
  const double share = static_cast<double>(idle) / static_cast<double>(given);
  const auto units = [](double value) {
    return static_cast<std::uint64_t>(std::llround(value * kUnits));
  };
  ++blocks;
  shares += units(share);
  logarithms += units(-std::log(std::max(share, kLeastShare)));
  ++by_tenth[idle * kTenths / given];
  greatest.add(units(share));
}

void WarpBalance::describe(StatisticVisitor& visit) const {
  static constexpr std::array<std::string_view, kTenths> kNames = {
      "from_0",  "from_10", "from_20", "from_30", "from_40",
      "from_50", "from_60", "from_70", "from_80", "from_90"};
  const auto number = static_cast<double>(blocks);
  visit.ratio("mean", static_cast<double>(shares) / kUnits, number, "",
              "share of a block's resources, over its life, that its warps had already left when "
              "its last warp ended");
  visit.geometric_mean("geometric_mean", -static_cast<double>(logarithms) / kUnits, number, "",
                       "the same, as a geometric mean; blocks below 0.0001 count as that");
  for (unsigned i = 0; i < kTenths; ++i)
    visit.count(kNames[i], by_tenth[i], "blocks", "blocks whose share begins at so many percent");
}

}  // namespace heddle::core
