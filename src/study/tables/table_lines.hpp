// Reads a table that a run wrote line by line, without holding it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace heddle::study {

using TableLine = std::vector<std::string>;

/// Whether there is such a file.
bool has_table(const std::filesystem::path& file);

/// How many processes of the program wrote it: NAME.csv, NAME-1.csv, NAME-2.csv.
std::uint64_t processes_of_table(const std::filesystem::path& file);

/// Has `see` see each line after the heading, whose fields it also gets. A last line that is cut
/// off is left out: false, also for a file without a heading. Throws Error.
bool visit_table(const std::filesystem::path& file,
                 const std::function<void(const TableLine& heading, const TableLine& line)>& see);

/// A field as a number. NaN: it is empty. Throws Error.
double number_in(const std::string& field);

}  // namespace heddle::study
