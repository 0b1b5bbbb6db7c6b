// Checks the output of runs: folders, tables, streams, and files of results.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::cli {

/// Whether the folder is the output folder of a run.
bool is_run_folder(const std::filesystem::path& folder);
/// Whether the folder is the output folder of heddle reproduce.
bool is_reproduction(const std::filesystem::path& folder);
/// Whether the file has the name of a table that a run writes and a report shows. The folder does
/// not matter.
bool is_report_table(const std::filesystem::path& file);
/// Whether the file begins as a file of SQLite does.
bool is_database(const std::filesystem::path& file);

/// These functions return the kind of the file or the folder in words. They throw Error for a
/// mistake in its contents.
std::string check_run_folder(const std::filesystem::path& folder);
std::string check_reproduction(const std::filesystem::path& folder);
std::string check_run_table(const std::filesystem::path& file);
std::string check_l1_stream(const std::filesystem::path& file);
std::string check_results(const std::filesystem::path& file);

}  // namespace heddle::cli
