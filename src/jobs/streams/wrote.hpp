// The messages of a command that has written its results: the file, its size, and what the user can
// do with the file.
#pragma once

#include <filesystem>
#include <string_view>

namespace heddle::jobs {

/// Says on standard error "heddle: wrote trace.json (1.20 MiB, 35,000 events): open it in ...".
/// `contents` and `hint` may be empty.
void say_wrote(const std::filesystem::path& file, std::string_view contents = "",
               std::string_view hint = "");

/// Says on standard error "heddle: wrote results: config.toml, manifest.json, stats.json".
void say_wrote_folder(const std::filesystem::path& folder);

}  // namespace heddle::jobs
