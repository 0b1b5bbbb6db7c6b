// How a run went: what the program's end and its processes' own records say together.
#pragma once

#include "cli/run/child_process.hpp"
#include "heddle/sim/result_files.hpp"

namespace heddle::cli {

/// A kernel's fault comes first, then what ended the program from outside, then its exit code; a
/// run is complete if the program ended with 0 and all its devices were given up in order.
sim::RunOutcome outcome_of(const sim::RunResult& result, const ProgramEnd& end);

}  // namespace heddle::cli
