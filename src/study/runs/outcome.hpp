// How a run went: what the program's end and its processes' own records say together.
#pragma once

#include "heddle/sim/records/result_files.hpp"
#include "jobs/processes/child_process.hpp"

namespace heddle::study {

/// A crash of heddle's own comes first, a kernel's fault next, then what ended the program from
/// outside, then its exit code; a run is complete if the program ended with 0 and all its devices
/// were given up in order.
sim::RunOutcome outcome_of(const sim::RunResult& result, const jobs::ProgramEnd& end);

/// Of a run that a signal has asked to end, and that goes on.
sim::RunOutcome interrupted_outcome(int signal);

/// One line for a run that is not complete, as heddle says it last: "heddle: failed: REASON". Of a
/// reason with several lines the first.
std::string closing_line(const std::string& status, const std::string& reason);

}  // namespace heddle::study
