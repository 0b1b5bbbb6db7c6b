#include "study/correlation/correlation.hpp"

#include <algorithm>
#include <cmath>

namespace heddle::study {
namespace {

constexpr std::size_t kLeastPoints = 3;  ///< two points always lie on a line

/// Sums over points from which Pearson's coefficient follows.
struct PointSums {
  double count = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;

  void add(double at_x, double at_y) {
    ++count;
    x += at_x;
    y += at_y;
    xx += at_x * at_x;
    yy += at_y * at_y;
    xy += at_x * at_y;
  }
};

Correlation& group_of(std::vector<Correlation>& all, const Claim& claim) {
  const auto found = std::ranges::find_if(all, [&](const Correlation& one) {
    return one.chip == claim.scope && one.counter == claim.metric;
  });
  if (found != all.end()) return *found;
  return all.emplace_back(Correlation{claim.scope, claim.metric, claim.unit, {}, 0, 0});
}

}  // namespace

std::optional<double> Correlation::mean_absolute_error() const {
  if (rows.empty()) return {};
  double sum = 0;
  for (const CorrelatedRow& row : rows) sum += std::abs(row.error());
  return sum / static_cast<double>(rows.size());
}

std::map<std::string, double> Correlation::other_errors() const {
  std::map<std::string, double> sums;
  std::map<std::string, std::size_t> counts;
  for (const CorrelatedRow& row : rows) {
    for (const auto& [simulator, value] : row.others) {
      sums[simulator] += std::abs(value / row.chip - 1) / static_cast<double>(rows.size());
      ++counts[simulator];
    }
  }
  std::erase_if(sums, [&](const auto& sum) { return counts[sum.first] < rows.size(); });
  return sums;
}

std::optional<double> Correlation::mean_ratio() const {
  double sum = 0;
  for (const CorrelatedRow& row : rows) {
    if (row.simulated <= 0) return {};
    sum += std::log(row.simulated / row.chip);
  }
  if (rows.empty()) return {};
  return std::exp(sum / static_cast<double>(rows.size()));
}

std::optional<double> Correlation::coefficient() const {
  PointSums sums;
  for (const CorrelatedRow& row : rows) {
    if (row.simulated > 0) sums.add(std::log(row.chip), std::log(row.simulated));
  }
  if (sums.count < kLeastPoints) return {};
  const double across = sums.count * sums.xx - sums.x * sums.x;
  const double up = sums.count * sums.yy - sums.y * sums.y;
  constexpr double kLeastSpread = 1e-9;  // equal values leave rounding errors of this size
  if (across < kLeastSpread || up < kLeastSpread) return {};
  return (sums.count * sums.xy - sums.x * sums.y) / std::sqrt(across * up);
}

const CorrelatedRow* Correlation::worst() const {
  const auto found = std::ranges::max_element(
      rows, {}, [](const CorrelatedRow& row) { return std::abs(row.error()); });
  return found == rows.end() ? nullptr : &*found;
}

std::vector<Correlation> correlations(std::span<const JudgedClaim> claims) {
  std::vector<Correlation> all;
  for (const JudgedClaim& judged : claims) {
    const Claim& claim = judged.claim;
    const bool is_simulated = claim.kind == ClaimKind::measurement && claim.value &&
                              judged.measured.value && is_measured(judged.verdict);
    if (!is_simulated) continue;
    Correlation& group = group_of(all, claim);
    if (*claim.value != 0) {
      group.rows.push_back({claim.system, *claim.value, *judged.measured.value, claim.others});
    } else {
      ++group.zeros;
      group.wrong_zeros += *judged.measured.value != 0 ? 1 : 0;
    }
  }
  return all;
}

}  // namespace heddle::study
