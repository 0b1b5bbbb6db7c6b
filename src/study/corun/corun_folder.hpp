// Writes the output folder of `heddle corun --out`: stats.json with each program as a kernel,
// config.toml, manifest.json, and tables with a row for each program.
#pragma once

#include "study/corun/corun_request.hpp"
#include "study/corun/corun_result.hpp"

namespace heddle::study {

/// Writes the folder `request.out`. The status is `failed` if the memory of a program differs from
/// its capture. Throws Error on failure.
void write_corun_folder(const CorunRequest& request, const sim::Configuration& configuration,
                        const CorunResult& result);

}  // namespace heddle::study
