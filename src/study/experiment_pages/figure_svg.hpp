// Figures as SVG files for documents. A figure has bars in groups, with the study's values as
// marks, or lines. The HTML page of a reproduction draws its figures itself from the same points.
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
