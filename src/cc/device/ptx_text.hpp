// What `heddle cc` reads in and writes into the PTX that clang made: functions that nothing
// defines, register limits.
#pragma once

#include <string>
#include <vector>

namespace heddle::cc {

/// Functions declared `.extern` that neither the PTX defines nor the simulator provides (vprintf,
/// malloc, free,
/// __assertfail).
std::vector<std::string> undefined_functions(const std::string& ptx);

/// Error that names each undefined function, and what to do; `source` is the file compiled.
void refuse_undefined(const std::string& ptx, const std::string& source, bool relocatable);

/// What clang leaves to others: a definition of `__cxa_pure_virtual` (a trap) where virtual tables
/// name it, and
/// `.maxnreg` on every kernel that has no limit of its own, unless the count is 0.
std::string completed_ptx(const std::string& ptx, unsigned max_registers);

}  // namespace heddle::cc
