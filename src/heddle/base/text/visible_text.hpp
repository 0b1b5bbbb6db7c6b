// Makes control characters in texts visible. Names of kernels, programs, files and settings may
// contain any bytes. A terminal would interpret some bytes as commands.
#pragma once

#include <string>
#include <string_view>

namespace heddle {

/// Returns the text with control characters written out, for example as "\x1b". Ends of lines and
/// tabs stay. C1 control characters, which have two bytes in UTF-8, are also written out. In text
/// that is not UTF-8, the bytes that an 8-bit terminal interprets as C1 control characters are
/// written out.
std::string visible(std::string_view text);

}  // namespace heddle
