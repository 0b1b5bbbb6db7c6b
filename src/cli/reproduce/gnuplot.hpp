// Figures as SVG files, drawn by gnuplot: bars in groups with the study's values as marks, and
// lines.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "cli/reproduce/evaluation.hpp"

namespace heddle::cli {

/// Throws Error, saying what to install, if there is no gnuplot.
void require_gnuplot();

/// What gnuplot is told to draw into `svg`.
std::string gnuplot_script(const FigureData& data, const std::filesystem::path& svg);

/// Draws NAME.svg for each figure with points into the folder. Throws Error with gnuplot's words.
void draw(std::span<const FigureData> figures, const std::filesystem::path& folder);

}  // namespace heddle::cli
