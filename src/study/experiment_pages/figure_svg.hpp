// Figures as SVG files for documents: bars in groups with the study's values as marks, and lines.
// The page of a reproduction draws its own from the same points.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "study/verdicts/measures.hpp"

namespace heddle::study {

/// "" for a figure in which nothing was measured.
std::string figure_svg(const FigureData& data);

/// Writes NAME.svg for each figure with points into the folder.
void draw_figures(std::span<const FigureData> figures, const std::filesystem::path& folder);

}  // namespace heddle::study
