// Texts for people. Names of kernels, programs, files and settings may contain any bytes. A
// terminal would take some of these bytes for commands.
#pragma once

#include <string>
#include <string_view>

namespace heddle {

/// Returns the text with control characters written out, as in "\x1b". Ends of lines and tabs stay.
/// Controls of two bytes in UTF-8 (C1) are written out, too. In text that is not UTF-8, the bytes
/// that an 8-bit terminal takes for C1 controls are written out.
std::string visible(std::string_view text);

}  // namespace heddle
