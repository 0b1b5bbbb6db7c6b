#include "study/corun/alone_folder.hpp"

#include <cmath>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/sim/output/version.hpp"
#include "heddle/sim/output/whole_file.hpp"
#include "jobs/processes/own_executable.hpp"
#include "study/sources/content_hash.hpp"
#include "study/sources/source_manifest.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

fs::path file_of(const fs::path& folder, const std::string& identity) {
  return folder / (identity + ".json");
}

[[noreturn]] void refuse(const fs::path& file, const std::string& what) {
  fail("'{}' is damaged ({}): remove it, and the program is measured again", file.string(), what);
}

double ipc_in(const nlohmann::json& json, const fs::path& file) {
  const double ipc = json.is_number() ? json.get<double>() : -1;
  if (ipc != 0 && (!std::isnormal(ipc) || ipc < 0)) refuse(file, "ipc is " + json.dump());
  return ipc;
}

/// Reads the points of the progress. Throws Error if cycles or instructions decrease.
std::vector<std::pair<Cycle, std::uint64_t>> progress_in(const nlohmann::json& json,
                                                         const fs::path& file) {
  std::vector<std::pair<Cycle, std::uint64_t>> progress;
  if (!json.is_array()) refuse(file, "progress is " + json.dump());
  for (const nlohmann::json& point : json) {
    const bool is_point = point.is_array() && point.size() == 2 && point[0].is_number_unsigned() &&
                          point[1].is_number_unsigned();
    if (!is_point) refuse(file, "a point of progress is " + point.dump());
    const std::pair<Cycle, std::uint64_t> next{point[0], point[1]};
    const bool goes_back = !progress.empty() && (next.first < progress.back().first ||
                                                 next.second < progress.back().second);
    if (goes_back) refuse(file, "progress goes back at " + point.dump());
    progress.push_back(next);
  }
  return progress;
}

/// Throws Error if progress and speed disagree. The last point of the progress must give the speed
/// of a run that was limited to `cycles` cycles. A run to the end of the program has no progress.
void require_agreement(const AloneRun& run, Cycle cycles, const fs::path& file) {
  if (run.progress.empty()) {
    if (cycles != 0 && run.ipc != 0)
      refuse(file, fmt::format("ipc is {} with no progress", run.ipc));
    return;
  }
  const auto [end, instructions] = run.progress.back();
  if (end > cycles)
    refuse(file, fmt::format("progress is up to cycle {} of a run of {} cycles", end, cycles));
  const double counted = static_cast<double>(instructions);
  if (std::abs(counted - run.ipc * static_cast<double>(cycles)) > 0.5)
    refuse(file, fmt::format("ipc is {}, and {} instructions in {} cycles are {:.6g}", run.ipc,
                             instructions, cycles, counted / static_cast<double>(cycles)));
}

/// The hash of heddle's sources that the run depends on.
std::string simulator_hash(const sim::Configuration& configuration) {
  const fs::path program = jobs::own_executable();
  PolicyNames policies;
  for (const sim::PolicyChoices::Choice& choice : configuration.policies.all())
    if (!choice.kind->chosen_by_units) policies[choice.key] = choice.name;
  return hash_of_run(SourceManifest::of_program(program), policies, content_hash_of_file(program));
}

}  // namespace

std::string alone_identity(const std::string& capture_file, const sim::Configuration& configuration,
                           Cycle cycles) {
  const std::vector<std::string> parts = {
      std::string(sim::version()), simulator_hash(configuration),
      content_hash_of_file(capture_file), configuration.to_toml(), std::to_string(cycles)};
  return content_hash(unambiguous(parts));
}

std::optional<AloneRun> find_alone(const fs::path& folder, const std::string& identity,
                                   Cycle cycles) {
  const fs::path file = file_of(folder, identity);
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  const auto json = nlohmann::json::parse(read_file(file, file_kinds::kAloneRun), nullptr, false);
  if (!json.is_object() || !json.contains("ipc") || !json.contains("progress"))
    refuse(file, "it is no object of ipc and progress");
  AloneRun run{ipc_in(json["ipc"], file), progress_in(json["progress"], file)};
  require_agreement(run, cycles, file);
  return run;
}

void keep_alone(const fs::path& folder, const std::string& identity, const AloneRun& run) {
  const nlohmann::json json = {{"ipc", run.ipc}, {"progress", run.progress}};
  sim::write_whole_file(file_of(folder, identity), json.dump() + "\n");
}

}  // namespace heddle::study
