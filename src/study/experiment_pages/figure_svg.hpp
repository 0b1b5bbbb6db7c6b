// Figures as SVG files for documents. A figure has either lines or groups of bars; marks at the
// bars show the study's values. The HTML page of a reproduction draws its own figures from the same
// points.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "study/verdicts/measures.hpp"

namespace heddle::study {

/// The figure as an SVG text; "" for a figure without points.
std::string figure_svg(const FigureData& data);

/// Writes NAME.svg for each figure with points into the folder.
void draw_figures(std::span<const FigureData> figures, const std::filesystem::path& folder);

}  // namespace heddle::study
