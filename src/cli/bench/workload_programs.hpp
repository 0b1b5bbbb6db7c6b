// The programs that `heddle bench` runs, compiled once into a folder.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "cli/bench/rows.hpp"

namespace heddle::cli {

/// Throws Error if the source of a row is not in `workloads`.
void require_sources(std::span<const BenchRow> rows, const std::filesystem::path& workloads);

/// Compiles the rows' workloads, each once, from `workloads` to programs of their names in
/// `folder`, as `heddle cc` does. Throws Error with what the compiler says.
void compile_workloads(std::span<const BenchRow> rows, const std::filesystem::path& workloads,
                       const std::filesystem::path& folder);

}  // namespace heddle::cli
