// Finishes `heddle run --capture FILE` after the program has ended. Runs the captures of its
// processes again in another order, to see which memory depends on the order of blocks and warps.
// Then writes the captures.
#pragma once

#include <string>
#include <vector>

#include "heddle/capture/capture.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::cli {

/// Runs the capture without timing. A run without timing executes blocks and warps in another order
/// than a timed run. Marks the allocations whose final contents then differ, so that no run
/// compares them.
void note_dependent_memory(capture::Capture& capture, const sim::Configuration& configuration);

/// Writes the captures of a run's processes. The first capture goes to `file`, and the others go to
/// files whose names have numbers. Prints the names of the files unless `quiet`. Throws Error if a
/// file cannot be written.
void write_captures(std::vector<capture::Capture>& captures,
                    const sim::Configuration& configuration, const std::string& file, bool quiet);

/// The contents in words, such as "3 launches of 2 kernels; 1.50 MiB in 4 allocations".
std::string contents_text(const capture::Capture& capture);

}  // namespace heddle::cli
