// Runs an operation on many lanes' values and compares every result with the reference's: full and
// partial masks, destinations apart from the sources and on them.
#pragma once

#include <string>

#include "op_case.hpp"

namespace heddle::test {

/// Empty if all is well, else what went wrong first.
std::string run_case(const OpCase& test);

}  // namespace heddle::test
