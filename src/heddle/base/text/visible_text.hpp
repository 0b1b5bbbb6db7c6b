// Texts for people. Names of kernels, programs, files and settings are whatever bytes somebody gave
// them; a terminal would take some of these bytes for commands.
#pragma once

#include <string>
#include <string_view>

namespace heddle {

/// The text with control characters written out, as in "\x1b"; ends of lines and tabs stay. Of
/// UTF-8, the controls of two bytes (C1) are written out too, and of what is no UTF-8 the bytes
/// that a terminal of 8 bits takes for them.
std::string visible(std::string_view text);

}  // namespace heddle
