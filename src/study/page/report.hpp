// Makes the report of runs and writes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::study {

/// `names` are what the page calls the runs; none: the ends of the folders' paths. Throws Error.
void write_report(const std::vector<std::string>& folders, const std::string& output,
                  const std::vector<std::string>& names = {});

/// Throws Error, which names the option, if the page would replace what it is made from.
void refuse_input_as_report(std::string_view option, const std::vector<std::string>& folders,
                            const std::string& output);

}  // namespace heddle::study
