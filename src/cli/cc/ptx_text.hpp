// What `heddle cc` reads in and writes into the PTX that clang made: functions that nothing
// defines, register limits.
#pragma once

#include <string>
#include <vector>

namespace heddle::cli::cc {

/// Functions declared `.extern` that neither the PTX defines nor the simulator provides (vprintf,
/// malloc, free,
/// __assertfail).
std::vector<std::string> undefined_functions(const std::string& ptx);

/// Error that names each undefined function, and what to do; `source` is the file compiled.
void refuse_undefined(const std::string& ptx, const std::string& source, bool relocatable);

/// The PTX with `.maxnreg count` on every kernel that has no limit of its own.
std::string with_register_limit(const std::string& ptx, unsigned count);

}  // namespace heddle::cli::cc
