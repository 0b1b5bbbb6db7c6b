// The runs of a sweep that --filter chooses: those whose labels match a pattern.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "study/plan/cell.hpp"

namespace heddle::study {

/// The numbers, from 1, of the cells that all filters choose. A filter is "COLUMN=PATTERN,...": a
/// column of a sweep's table or an axis of its settings, and patterns of which one must match.
/// Throws Error for an unknown column, for a pattern that matches no cell, and if no cell is left.
std::vector<std::size_t> filtered_runs(std::span<const Cell> cells,
                                       std::span<const std::string> filters);

}  // namespace heddle::study
