// Explains compiler errors in heddle's words, where clang's own words do not say what is not
// supported.
#pragma once

#include <string>
#include <vector>

namespace heddle::cc {

/// One line for the first cause found in the compiler's messages. Empty if the messages speak for
/// themselves.
std::vector<std::string> explain(const std::string& errors);

}  // namespace heddle::cc
