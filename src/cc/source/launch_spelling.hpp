// Old programs write launches with blanks, `kernel << < grid, block >> > (...)`, which nvcc accepts
// and clang does not. Files with these or other spellings of nvcc (nvcc_spelling.hpp) are compiled
// from a respelled copy that an overlay of the file system puts in their place, so that names and
// lines in messages stay the program's own.
#pragma once

#include <string>
#include <vector>

#include "cc/session/session.hpp"

namespace heddle::cc {

/// The text with every `<< <` and its `>> >` written `<<<` and `>>>`; columns on the line stay as
/// they are.
std::string respelled_launches(const std::string& text);

/// Flags for clang that lay respelled copies over `source` and the files that it includes by
/// quotes; none if no file needs it.
std::vector<std::string> overlay_flags(Session& session, const std::string& source);

}  // namespace heddle::cc
