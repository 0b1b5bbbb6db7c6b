// Simulated values beside the values that were measured on a chip: errors for each counter.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "study/verdicts/judged_claim.hpp"

namespace heddle::study {

/// One row of a chip: a counter's value on the chip and in the simulation.
struct CorrelatedRow {
  std::string name;
  double chip = 0, simulated = 0;        ///< in the unit of the counter
  std::map<std::string, double> others;  ///< values of other simulators, by their names

  double error() const { return simulated / chip - 1; }  ///< relative; `chip` is not 0
};

/// All simulated rows of one counter on one chip.
struct Correlation {
  std::string chip, counter, unit;
  std::vector<CorrelatedRow> rows;  ///< rows whose value on the chip is not 0
  std::size_t zeros = 0;            ///< rows whose value on the chip is 0
  std::size_t wrong_zeros = 0;      ///< those among them whose simulated value is not 0

  /// The mean of the absolute values of the relative errors; none without rows.
  std::optional<double> mean_absolute_error() const;
  /// The mean absolute errors of other simulators that have a value for each row. Key: name.
  std::map<std::string, double> other_errors() const;
  /// The geometric mean of simulated over measured values; none without rows, or if a simulated
  /// value is 0.
  std::optional<double> mean_ratio() const;
  /// Pearson's coefficient of the logarithms; none with fewer than three rows above 0, and if all
  /// values are equal.
  std::optional<double> coefficient() const;
  /// The row with the greatest absolute error; null without rows.
  const CorrelatedRow* worst() const;
};

/// The correlations of the measurements among the claims, in the order of the claims. Claims of
/// other kinds and claims without a simulated value are left out.
std::vector<Correlation> correlations(std::span<const JudgedClaim> claims);

}  // namespace heddle::study
