// What a person reads after a run, in half a minute: what ran, how long it took on the machine,
// where the issue slots went, caches and DRAM, and the kernels that took the time.
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

/// Why no launch of a run was timed although launches were meant to be; "" otherwise.
std::string untimed_warning(const sim::RunOptions& options, const sim::RunResult& result);

/// Names a kernel whose registers were set and that did not run; "" if there is none.
std::string unknown_kernel_warning(const sim::KernelRegisters& kernel_registers,
                                   const sim::RunResult& result);

/// Names a kernel that got fewer registers than are counted, since no block would have fit with
/// those; "" if there is none.
std::string fitted_kernel_warning(const sim::RunResult& result);

}  // namespace heddle::study
