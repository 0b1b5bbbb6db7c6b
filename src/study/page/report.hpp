// Writes the report of runs as an HTML page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::study {

/// Writes the report of the runs in `folders` to `output`. `names` are the names of the runs on the
/// page; if it is empty, the ends of the folders' paths. Throws Error on failure.
void write_report(const std::vector<std::string>& folders, const std::string& output,
                  const std::vector<std::string>& names = {});

/// Throws Error with the name of the option if the page would replace a file that it is made from.
void refuse_input_as_report(std::string_view option, const std::vector<std::string>& folders,
                            const std::string& output);

}  // namespace heddle::study
