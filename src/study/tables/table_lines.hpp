// Reads a table that a run wrote. Reads one line at a time, so that the table need not fit into
// memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace heddle::study {

using TableLine = std::vector<std::string>;

/// Whether the file exists.
bool has_table(const std::filesystem::path& file);

/// The number of processes of the program that wrote the table. The first process writes NAME.csv,
/// the next ones NAME-1.csv, NAME-2.csv and so on.
std::uint64_t processes_of_table(const std::filesystem::path& file);

/// Calls `see` for each line after the heading. Returns whether the file ends with a whole line;
/// false also for a file without a heading. Does not call `see` for a last line that is cut off.
/// Throws Error for a line with another number of fields than the heading.
bool visit_table(const std::filesystem::path& file,
                 const std::function<void(const TableLine& heading, const TableLine& line)>& see);

/// The number in a field; NaN if the field is empty. Throws Error for any other text.
double number_in(const std::string& field);

}  // namespace heddle::study
