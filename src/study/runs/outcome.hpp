// The outcome of a run, from the end of the program and from the records of its processes.
#pragma once

#include "heddle/sim/records/result_files.hpp"
#include "jobs/processes/child_process.hpp"

namespace heddle::study {

/// The outcome with the first reason that applies: a crash of heddle, a fault of a kernel, an
/// interrupt, a crash of the program, a signal that ended the program, a stop of the simulation, an
/// exit code other than 0, a process that did not release its device, no process with heddle's CUDA
/// runtime. A run without any of these is complete.
sim::RunOutcome outcome_of(const sim::RunResult& result, const jobs::ProgramEnd& end);

/// The outcome of a run that the signal interrupts.
sim::RunOutcome interrupted_outcome(int signal);

/// The reason of a run whose program ended by itself with this exit code, which is not 0, and
/// released its devices: "the program's exit code is 3".
std::string exit_code_reason(int exit_code);

/// The last line that heddle prints for a run that is not complete: "heddle: failed: REASON". If
/// the reason has several lines, only its first line is used.
std::string closing_line(const std::string& status, const std::string& reason);

}  // namespace heddle::study
