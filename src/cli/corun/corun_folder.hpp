// The output folder of programs that shared a GPU, as `heddle corun --out` writes it: stats.json,
// in which each program stands as a kernel, config.toml, manifest.json, and tables by program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/corun/corun_report.hpp"
#include "cli/corun/corun_request.hpp"

namespace heddle::cli {

/// Of a run whose memory differs, the status is `failed`. Throws Error.
void write_corun_folder(const CorunRequest& request, const sim::Configuration& configuration,
                        const CorunResult& result);

/// programs.csv: a line for each program, in their order.
std::string programs_csv(const CorunResult& result, const sim::Configuration& configuration);

/// windows.csv: what each program did in each span of time.
std::string windows_csv(const CorunResult& result);

}  // namespace heddle::cli
