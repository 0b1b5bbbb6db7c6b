// The output folder of programs that shared a GPU, as `heddle corun --out` writes it: stats.json,
// in which each program stands as a kernel, config.toml, manifest.json, and tables by program.
#pragma once

#include "study/corun/corun_request.hpp"
#include "study/corun/corun_result.hpp"

namespace heddle::study {

/// Of a run whose memory differs, the status is `failed`. Throws Error.
void write_corun_folder(const CorunRequest& request, const sim::Configuration& configuration,
                        const CorunResult& result);

}  // namespace heddle::study
