#include "cli/corun/alone_folder.hpp"

#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/sweep/content_hash.hpp"
#include "cli/sweep/source_manifest.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/input_file.hpp"
#include "heddle/sim/version.hpp"
#include "heddle/sim/whole_file.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

fs::path file_of(const fs::path& folder, const std::string& identity) {
  return folder / (identity + ".json");
}

/// Of the sources that the run depends on.
std::string simulator_hash(const sim::Configuration& configuration) {
  const fs::path program = own_executable();
  PolicyNames policies;
  for (const sim::PolicyKind& kind : sim::policy_kinds())
    policies[std::string(kind.name)] = configuration.policies.chosen(kind.name);
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

std::optional<AloneRun> find_alone(const fs::path& folder, const std::string& identity) {
  const fs::path file = file_of(folder, identity);
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  try {
    const auto json = nlohmann::json::parse(read_file(file, file_kinds::kStats));
    return AloneRun{json.at("ipc"), json.at("progress")};
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

void keep_alone(const fs::path& folder, const std::string& identity, const AloneRun& run) {
  const nlohmann::json json = {{"ipc", run.ipc}, {"progress", run.progress}};
  sim::write_whole_file(file_of(folder, identity), json.dump() + "\n");
}

}  // namespace heddle::cli
