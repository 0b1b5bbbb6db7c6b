// Correlations as tables and as figures.
#pragma once

#include <span>
#include <vector>

#include "study/correlation/correlation.hpp"
#include "study/tables/table.hpp"
#include "study/verdicts/measures.hpp"

namespace heddle::study {

/// A row for each chip and counter: rows, mean absolute error, geometric mean of the ratios,
/// correlation, and the worst row.
Table correlation_table(std::span<const Correlation> all);

/// A row for each row of the chip, a column for each counter: the relative error.
Table row_errors(std::span<const Correlation> all, const std::string& chip);

/// The names of the chips, in the order of the correlations.
std::vector<std::string> chips_of(std::span<const Correlation> all);

/// A figure for each counter: simulated over measured values of all chips. Counters with fewer than
/// two rows above 0 have no figure.
std::vector<FigureData> correlation_figures(std::span<const Correlation> all);

}  // namespace heddle::study
