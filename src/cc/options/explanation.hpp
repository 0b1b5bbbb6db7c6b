// What a compiler's error means in heddle's words, where clang's own words do not say what is not
// supported.
#pragma once

#include <string>
#include <vector>

namespace heddle::cc {

/// One line for each cause found in the compiler's messages; none where they speak for themselves.
std::vector<std::string> explain(const std::string& errors);

}  // namespace heddle::cc
