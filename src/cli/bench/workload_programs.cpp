#include "cli/bench/workload_programs.hpp"

#include <set>

#include "cli/bench/step.hpp"
#include "heddle/base/error.hpp"

namespace heddle::cli {

namespace fs = std::filesystem;

namespace {

fs::path source_of(std::string_view workload, const fs::path& workloads) {
  return workloads / workload / (std::string(workload) + ".cu");
}

}  // namespace

void require_sources(std::span<const BenchRow> rows, const fs::path& workloads) {
  for (const BenchRow& row : rows) {
    std::error_code error;
    const fs::path source = source_of(row.workload, workloads);
    if (!fs::is_regular_file(source, error)) {
      fail("row '{}': there is no '{}'", row.name, source.string());
    }
  }
}

void compile_workloads(std::span<const BenchRow> rows, const fs::path& workloads,
                       const fs::path& folder) {
  std::set<std::string_view> done;
  for (const BenchRow& row : rows) {
    if (!done.insert(row.workload).second) continue;
    const fs::path source = source_of(row.workload, workloads);
    run_step("cannot compile " + source.string(),
             {"cc", source.string(), "-o", (folder / row.workload).string()}, folder);
  }
}

}  // namespace heddle::cli
