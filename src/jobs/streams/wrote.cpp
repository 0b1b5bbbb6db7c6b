#include "jobs/streams/wrote.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "jobs/streams/standard_streams.hpp"

namespace heddle::jobs {

namespace fs = std::filesystem;

void say_wrote(const fs::path& file, std::string_view contents, std::string_view hint) {
  std::error_code error;
  const std::uint64_t bytes = fs::file_size(file, error);
  if (error) return;  // a pipe or a device has no size
  say(fmt::format("heddle: wrote {} ({}{}{}){}{}\n", file.string(), format_bytes(bytes),
                  contents.empty() ? "" : ", ", contents, hint.empty() ? "" : ": ", hint));
}

void say_wrote_folder(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  say(fmt::format("heddle: wrote {}: {}\n", folder.string(), comma_list(names)));
}

}  // namespace heddle::jobs
