// Explains compiler errors for which clang's messages do not say which feature is unsupported or
// missing.
#pragma once

#include <string>
#include <vector>

namespace heddle::cc {

/// One line for the first cause found in the compiler's messages. Empty if no known cause is found.
std::vector<std::string> explain(const std::string& errors);

}  // namespace heddle::cc
