// What `heddle run --capture FILE` does once the program has ended: the captures of its processes
// are run again in another order, to see which memory depends on the order, and written.
#pragma once

#include <string>
#include <vector>

#include "heddle/capture/capture.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::cli {

/// Computes the capture without timing, whose order of blocks and warps is not that of a timed run.
/// Allocations that then differ at the end are noted: they are not compared.
void note_dependent_memory(capture::Capture& capture, const sim::Configuration& configuration);

/// Writes the captures of a run's processes to the file, and those after the first to files of the
/// same name with numbers. Says so unless `quiet`. Throws Error.
void write_captures(std::vector<capture::Capture>& captures,
                    const sim::Configuration& configuration, const std::string& file, bool quiet);

/// "3 launches of 2 kernels; 1.5MiB in 4 allocations".
std::string contents_text(const capture::Capture& capture);

}  // namespace heddle::cli
