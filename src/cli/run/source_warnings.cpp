#include "cli/run/source_warnings.hpp"

#include <set>
#include <system_error>

#include <fmt/core.h>

#include "heddle/base/exception.hpp"
#include "study/tables/table_lines.hpp"

namespace heddle::cli {
namespace {

constexpr std::size_t kFileColumn = 3;  ///< column of source_lines.csv

std::set<std::string> named_files(const std::filesystem::path& table) {
  std::set<std::string> files;
  try {
    study::visit_table(table, [&](const study::TableLine&, const study::TableLine& line) {
      if (line.size() > kFileColumn && !line[kFileColumn].empty()) files.insert(line[kFileColumn]);
    });
  } catch (const Error&) {
    // The code that shows the table reports errors in the table.
  }
  return files;
}

}  // namespace

std::vector<std::string> source_warnings(const std::filesystem::path& folder,
                                         const std::filesystem::path& program) {
  const std::filesystem::path table = folder / "source_lines.csv";
  if (!study::has_table(table)) return {};
  std::vector<std::string> warnings;
  for (const std::string& file : named_files(table)) {
    std::error_code missing, error;
    const auto written = std::filesystem::last_write_time(file, missing);
    const auto built = std::filesystem::last_write_time(program, error);
    if (missing) {
      warnings.push_back(
          fmt::format("the text of its lines is not known: the program was compiled from {}, which "
                      "is not there",
                      file));
    } else if (!error && written > built) {
      warnings.push_back(fmt::format(
          "{} is newer than {}: the text of the hottest lines may be that of other lines", file,
          program.filename().string()));
    }
  }
  return warnings;
}

}  // namespace heddle::cli
