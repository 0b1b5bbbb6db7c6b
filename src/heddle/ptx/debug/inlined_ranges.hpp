// The ranges of PTX that a compiler took from inlined functions, as the debug sections name them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "heddle/ptx/tree/tree.hpp"

namespace heddle::ptx {

/// The code from label `begin` up to label `end`, which is of an inlined function. clang writes the
/// smallest range that contains the function's code, so the range may also contain other code.
struct InlinedRange {
  std::string_view begin, end;
  SourceLine call;  ///< place of the call; `call.call` is the index of the enclosing range
};

/// Returns the ranges, an enclosing range before the ranges in it. Empty if the module has no debug
/// sections, or if these are damaged or of a DWARF version other than 2 to 4.
std::vector<InlinedRange> inlined_ranges(const Module& module);

}  // namespace heddle::ptx
