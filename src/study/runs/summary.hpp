// The summary that heddle prints after a run: the program, its time on the machine, the use of
// issue slots, caches and DRAM, and the kernels with most cycles.
#pragma once

#include <string>

#include "heddle/sim/records/result_files.hpp"

namespace heddle::study {

struct SummarySubject {
  const sim::RunSubject& run;
  const sim::Configuration& configuration;
  const sim::RunResult& result;
  const sim::RunOutcome& outcome;
  const sim::HostFacts& host;
};

std::string summary(const SummarySubject& subject);

/// Why no launch of the run was timed although the options ask for timing. "" if a launch was timed
/// or the options do not ask for it.
std::string untimed_warning(const sim::RunOptions& options, const sim::RunResult& result);

/// Names a kernel whose number of registers was set but which did not run; "" if there is none.
std::string unknown_kernel_warning(const sim::KernelRegisters& kernel_registers,
                                   const sim::RunResult& result);

/// Names the kernels that ran with fewer registers than were counted; "" if there are none. Such a
/// kernel has no block that fits on an SM with the counted number.
std::string fitted_kernel_warning(const sim::RunResult& result);

}  // namespace heddle::study
