// Answers of heddle reproduce that need nothing but the records: the scoreboard and the pages.
// These answers run no program.
#pragma once

#include <filesystem>
#include <string>

#include "study/claims/experiment.hpp"

namespace heddle::cli {

/// Prints the scoreboard of all experiments in the folder, as text or as a Markdown table with
/// links to reports/reproduction. Each of these functions returns the exit code.
int print_scoreboard(const std::filesystem::path& experiments, bool markdown);

/// Prints the headline claims that are contradicted, with their causes, as text or as a Markdown
/// table.
int print_contradicted(const std::filesystem::path& experiments, bool markdown);

/// Writes the Markdown page of an experiment, and its pictures beside the page.
int write_page(const study::Experiment& experiment, const std::string& file);

/// Writes NAME.md of every experiment, and README.md with the scoreboard, into the folder.
int write_pages(const std::filesystem::path& experiments, const std::string& folder);

}  // namespace heddle::cli
