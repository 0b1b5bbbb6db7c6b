// Old programs write launches with blanks, `kernel << < grid, block >> > (...)`, which nvcc accepts
// and clang does not. A file with this or another spelling of nvcc (nvcc_spelling.hpp) is compiled
// from a respelled copy. An overlay of the file system puts the copy in the place of the file, so
// that messages show the program's own names and lines.
#pragma once

#include <string>
#include <vector>

#include "cc/session/session.hpp"

namespace heddle::cc {

/// The text with `<<<` and `>>>` in place of every `<< <` and the matching `>> >`. The rest of the
/// line keeps its columns.
std::string respelled_launches(const std::string& text);

/// The flag of clang that names an overlay.
inline constexpr const char* kOverlayFlag = "-ivfsoverlay";

/// Flags for clang that overlay `source`, and the files that it includes with quotes, with
/// respelled copies. Empty if no file needs a copy.
std::vector<std::string> overlay_flags(Session& session, const std::string& source);

}  // namespace heddle::cc
