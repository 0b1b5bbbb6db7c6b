// clang's messages in the form of NVRTC's, which programs read: they take the names of missing
// headers from the log, for instance.
#pragma once

#include <string>

namespace heddle::nvrtc {

/// `messages` are those of clang's format msvc: "file(line,column): error: text". In the result
/// places are "file(line)", headers from memory have the program's names for them (their files lie
/// in `header_folder`), and a missing header is NVRTC's "could not open source file".
std::string log_text(const std::string& messages, const std::string& header_folder);

}  // namespace heddle::nvrtc
