// Makes the report of runs and writes it.
#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

/// `names` are what the page calls the runs; none: the ends of the folders' paths. Throws Error.
void write_report(const std::vector<std::string>& folders, const std::string& output,
                  const std::vector<std::string>& names = {});

}  // namespace heddle::cli
