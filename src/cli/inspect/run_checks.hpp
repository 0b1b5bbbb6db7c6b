// Checks of what runs leave: their folders, tables and streams, and files of results.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::cli {

/// Whether the folder is the output folder of a run.
bool is_run_folder(const std::filesystem::path& folder);
/// Whether it is that of heddle reproduce.
bool is_reproduction(const std::filesystem::path& folder);
/// Whether a run writes a table of this name that a report shows, wherever it lies.
bool is_report_table(const std::filesystem::path& file);
/// Whether the file begins as SQLite's do.
bool is_database(const std::filesystem::path& file);

/// These say what the file or the folder is. Throw Error for what is wrong.
std::string check_run_folder(const std::filesystem::path& folder);
std::string check_reproduction(const std::filesystem::path& folder);
std::string check_run_table(const std::filesystem::path& file);
std::string check_l1_stream(const std::filesystem::path& file);
std::string check_results(const std::filesystem::path& file);

}  // namespace heddle::cli
