#include "heddle/sim/records/saved_stats.hpp"

#include <algorithm>
#include <istream>
#include <vector>

#include <nlohmann/json.hpp>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/output/version.hpp"
#include "heddle/sim/records/result_files.hpp"

namespace heddle::sim {
namespace {

using Json = nlohmann::ordered_json;

/// Reads the host part of stats.json. Values that an earlier version of heddle did not write are 0.
SavedHost saved_host(const Json& host) {
  SavedHost saved;
  saved.peak_bytes = host.value("peak_bytes", std::uint64_t{0});
  saved.wall_seconds = host.value("wall_seconds", 0.0);
  saved.simulation_seconds = host.value("simulation_seconds", 0.0);
  saved.functional_seconds = host.value("functional_seconds", 0.0);
  const Json phases = host.value("phases", Json::object());
  for (std::size_t i = 0; i < gpu::kPhases; ++i) {
    saved.phase_seconds[i] = phases.value(std::string(gpu::kPhaseNames[i]), 0.0);
  }
  const Json balance = host.value("balance", Json::object());
  for (std::size_t i = 0; i < saved.balance.size(); ++i) {
    saved.balance[i] = balance.value(std::to_string(gpu::ThreadBalance::kThreads[i]), 0.0);
  }
  return saved;
}

std::vector<Statistic> saved_values(const Json& values, const Json& meanings) {
  std::vector<Statistic> statistics;
  for (const auto& [name, value] : values.items()) {
    const Json& meaning = meanings.at(name);
    statistics.push_back({.name = name,
                          .value = value,
                          .unit = meaning.at("unit"),
                          .description = meaning.at("description")});
  }
  return statistics;
}

/// Returns the name of a status. Throws Error for any other word.
std::string known_status(const std::string& word) {
  std::vector<std::string> known;
  for (const RunStatus status : kRunStatuses) known.emplace_back(name_of(status));
  if (std::ranges::find(known, word) == known.end())
    fail("no status is called '{}'{}", word, which_exist(word, known));
  return word;
}

Dim3 saved_extents(const Json& kernel, const char* key) {
  const Json extents = kernel.value(key, Json{0, 0, 0});
  return {extents.at(0), extents.at(1), extents.at(2)};
}

/// Reads a kernel of stats.json. Values that an earlier version of heddle did not write are 0.
SavedKernel saved_kernel(const Json& kernel, const Json& meanings) {
  return {.name = kernel.at("kernel"),
          .symbol = kernel.at("symbol"),
          .launches = kernel.at("launches"),
          .timed_launches = kernel.at("timed_launches"),
          .grid = saved_extents(kernel, "grid"),
          .block = saved_extents(kernel, "block"),
          .registers = kernel.value("registers_per_thread", 0u),
          .shared_bytes = kernel.value("shared_bytes_per_block", 0u),
          .blocks_per_sm = kernel.value("blocks_per_sm", 0u),
          .limited_by = kernel.value("limited_by", ""),
          .statistics = saved_values(kernel.at("statistics"), meanings)};
}

/// Returns the exception's message without the name that the JSON library gives the exception.
std::string words_of(const std::exception& error) {
  const std::string text = error.what();
  const std::size_t end = text.starts_with("[json.exception") ? text.find("] ") : std::string::npos;
  return end == std::string::npos ? text : "it is damaged: " + text.substr(end + 2);
}

/// Reads a file of an output folder and passes its JSON to `use`. The parser drops values for which
/// `keeps` returns false. Throws Error.
template <typename Use>
auto read_result(const std::filesystem::path& folder, const char* name, const FileKind& kind,
                 const Json::parser_callback_t& keeps, const Use& use) {
  const std::filesystem::path file = folder / name;
  std::error_code missing;
  if (!std::filesystem::exists(file, missing))
    fail("'{}' holds no {}; is it an output folder of heddle run?", folder.string(), name);
  InputBuffer buffer(file, kind);
  std::istream stream(&buffer);
  try {
    const Json json = Json::parse(stream, keeps);
    const int version = json.at("schema_version");
    if (version != kSchemaVersion) {
      fail("it has version {} of the format, and this heddle reads version {}", version,
           kSchemaVersion);
    }
    return use(json);
  } catch (const std::exception& error) {
    fail("cannot use '{}': {}", file.string(), words_of(error));
  }
}

SavedStats saved_stats(const Json& json) {
  const Json& meanings = json.at("statistics");
  SavedStats saved{.machine = json.at("machine"),
                   .status = known_status(json.at("status")),
                   .reason = json.value("reason", ""),
                   .host = saved_host(json.value("host", Json::object())),
                   .launches = json.at("total").at("launches"),
                   .total = saved_values(json.at("total").at("statistics"), meanings),
                   .kernels = {},
                   .warnings = json.value("warnings", std::vector<std::string>{})};
  for (const Json& kernel : json.value("kernels", Json::array())) {
    saved.kernels.push_back(saved_kernel(kernel, meanings));
  }
  return saved;
}

}  // namespace

SavedStats read_stats(const std::filesystem::path& folder) {
  const auto but_launches = [](int depth, Json::parse_event_t event, const Json& key) {
    return depth != 1 || event != Json::parse_event_t::key || key != "launches";
  };
  return read_result(folder, kStatsFile, file_kinds::kStats, but_launches, saved_stats);
}

void visit_saved_launches(const std::filesystem::path& folder,
                          const std::function<void(const SavedLaunch&)>& see) {
  bool is_launches = false;
  const auto see_launches = [&](int depth, Json::parse_event_t event, const Json& parsed) {
    if (depth == 1 && event == Json::parse_event_t::key) {
      is_launches = parsed == "launches";
      return is_launches || parsed == "schema_version";
    }
    if (!is_launches || depth != 2 || event != Json::parse_event_t::object_end) return true;
    see({.process = parsed.at("process"),
         .name = parsed.at("kernel"),
         .symbol = parsed.at("symbol"),
         .timed = parsed.at("timed"),
         .started = parsed.at("started_cycle"),
         .ended = parsed.at("ended_cycle")});
    return false;
  };
  read_result(folder, kStatsFile, file_kinds::kStats, see_launches, [](const Json&) {});
}

SavedManifest read_manifest(const std::filesystem::path& folder) {
  return read_result(folder, kManifestFile, file_kinds::kManifest, nullptr, [](const Json& json) {
    if (json.contains("status")) known_status(json.at("status"));
    const Json host = json.value("host", Json::object());
    return SavedManifest{
        json.at("heddle_version"),         json.at("command"),
        json.value("program_fnv1a64", ""), host.value("heddle_command", std::vector<std::string>{}),
        host.value("program", ""),         host.value("folder", ""),
        json.value("heddle_revision", "")};
  });
}

}  // namespace heddle::sim
