// The programs that `heddle bench` runs. Each program is compiled once into a folder.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "cli/bench/rows.hpp"

namespace heddle::cli {

/// Throws Error if the source of a row is not in `workloads`.
void require_sources(std::span<const BenchRow> rows, const std::filesystem::path& workloads);

/// Compiles the workload of each row once, as `heddle cc` does, from `workloads` into `folder`. A
/// program has the name of its workload. Throws Error with the compiler's message.
void compile_workloads(std::span<const BenchRow> rows, const std::filesystem::path& workloads,
                       const std::filesystem::path& folder);

}  // namespace heddle::cli
