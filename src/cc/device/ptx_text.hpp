// Reads and edits the PTX that clang made. Finds undefined functions and adds limits of registers.
#pragma once

#include <string>
#include <vector>

namespace heddle::cc {

/// Functions declared `.extern` that neither the PTX defines nor the simulator provides (vprintf,
/// malloc, free, __assertfail).
std::vector<std::string> undefined_functions(const std::string& ptx);

/// Throws Error, which names each undefined function and says what to do. `source` is the compiled
/// file.
void refuse_undefined(const std::string& ptx, const std::string& source, bool relocatable);

/// Completes the PTX that clang made. Defines `__cxa_pure_virtual` (a trap) if a virtual table
/// contains this function. Adds `.maxnreg` to each kernel without a limit of its own, unless
/// `max_registers` is 0.
std::string completed_ptx(const std::string& ptx, unsigned max_registers);

}  // namespace heddle::cc
