// Where an instruction comes from, for messages to the user.
#pragma once

#include <string>

#include "heddle/isa/program.hpp"

namespace heddle::exec {

/// Returns "FILE:LINE" of the source from which the instruction was compiled; "": not known. An
/// instruction of an inlined function has the line of that function. If this line is in another
/// file than the function around it, the place in that function's file before the instruction
/// follows: "FILE:LINE, inlined near FILE:LINE".
std::string source_in_words(const isa::Program& program, Pc pc);

}  // namespace heddle::exec
