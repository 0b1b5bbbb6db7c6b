#include "heddle/sim/result_files.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <nlohmann/json.hpp>

#include "heddle/base/error.hpp"
#include "heddle/sim/launch_filter.hpp"
#include "heddle/sim/version.hpp"

namespace heddle::sim {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kStatsFile = "stats.json";
constexpr const char* kManifestFile = "manifest.json";

Json statistic_json(const Statistic& statistic) {
  const double value = statistic.value;
  const bool whole = statistic.weight == 0 && value >= 0 && value < 0x1p53;
  const Json number = whole ? Json(static_cast<std::uint64_t>(value)) : Json(value);
  return {{"name", statistic.name},
          {"value", number},
          {"unit", statistic.unit},
          {"description", statistic.description}};
}

Json statistics_json(const std::vector<Statistic>& statistics) {
  Json list = Json::array();
  for (const Statistic& statistic : statistics) list.push_back(statistic_json(statistic));
  return list;
}

Json launch_json(std::size_t process, const LaunchRecord& launch) {
  return {{"process", process},
          {"launch", launch.grid},
          {"kernel", demangled(launch.kernel)},
          {"symbol", launch.kernel},
          {"stream", launch.stream},
          {"grid", {launch.grid_size.x, launch.grid_size.y, launch.grid_size.z}},
          {"block", {launch.block_size.x, launch.block_size.y, launch.block_size.z}},
          {"registers_per_thread", launch.registers},
          {"shared_bytes_per_block", launch.shared_bytes},
          {"blocks_per_sm", launch.blocks_per_sm},
          {"limited_by", launch.limited_by},
          {"timed", launch.timed},
          {"complete", launch.complete},
          {"started_cycle", launch.started},
          {"ended_cycle", launch.ended},
          {"statistics", statistics_json(launch.statistics)}};
}

const char* name_of(ProcessState state) {
  switch (state) {
    case ProcessState::running:
      return "ended without giving up its device";
    case ProcessState::finished:
      return "finished";
    case ProcessState::stopped:
      return "stopped";
    case ProcessState::failed:
      return "failed";
  }
  return "unknown";
}

Json process_json(const ProcessResult& process) {
  Json json = {{"state", name_of(process.state)}, {"launches", process.launches.size()}};
  if (!process.fault.empty()) json["fault"] = process.fault;
  if (!process.stop.empty()) json["stop"] = process.stop;
  return json;
}

Json head(const char* what, const RunOutcome& outcome) {
  Json json = {{"schema", what},
               {"schema_version", kSchemaVersion},
               {"heddle_version", version()},
               {"status", name_of(outcome.status)}};
  if (!outcome.reason.empty()) json["reason"] = outcome.reason;
  if (outcome.exit_code) json["exit_code"] = *outcome.exit_code;
  return json;
}

Json host_json(const HostFacts& host) {
  return {{"started", host.started},
          {"wall_seconds", host.wall_seconds},
          {"user_seconds", host.user_seconds},
          {"system_seconds", host.system_seconds},
          {"peak_bytes", host.peak_bytes}};
}

/// One value or object a line for what stands in long lists, so that the file can be read and
/// compared line by line without being huge.
void print(std::string& out, const Json& json, unsigned depth) {
  const std::string indent(depth * 2, ' ');
  const bool is_list = json.is_array() && !json.empty() && json.front().is_object();
  const bool nested = json.is_object() && (depth < 1 || json.contains("statistics"));
  if (!is_list && !nested) {
    out += json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return;
  }
  out += is_list ? "[\n" : "{\n";
  bool first = true;
  for (const auto& [key, value] : json.items()) {
    if (!first) out += ",\n";
    first = false;
    out += indent + "  ";
    if (!is_list) out += Json(key).dump() + ": ";
    print(out, value, depth + 1);
  }
  out += "\n" + indent + (is_list ? "]" : "}");
}

std::string text_of(const Json& json) {
  std::string out;
  print(out, json, 0);
  return out + "\n";
}

/// 64-bit FNV-1a of a file: tells two builds of a program apart.
std::string file_hash(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return "";
  std::uint64_t hash = 0xCBF29CE484222325;
  for (char byte = 0; stream.get(byte);) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
  }
  return fmt::format("{:016x}", hash);
}

bool is_ours(const std::string& name) {
  return name == kStatsFile || name == kManifestFile || name == kResolvedFile ||
         (name.starts_with("process-") && name.ends_with(".journal"));
}

void remove_if(const fs::path& folder, bool (*selected)(const std::string&)) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (selected(entry.path().filename().string())) files.push_back(entry.path());
  }
  for (const fs::path& file : files) fs::remove(file, error);
}

}  // namespace

const char* name_of(RunStatus status) {
  switch (status) {
    case RunStatus::complete:
      return "complete";
    case RunStatus::incomplete:
      return "incomplete";
    case RunStatus::failed:
      return "failed";
  }
  return "unknown";
}

void prepare_output_folder(const fs::path& folder, bool overwrite) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error)) {
    fail("--out {}: this is a file", folder.string());
  }
  fs::create_directories(folder, error);
  if (error) fail("--out {}: {}", folder.string(), error.message());
  if (fs::is_empty(folder, error)) return;
  if (!overwrite) {
    fail("--out {}: the folder is not empty; choose another, or add --overwrite", folder.string());
  }
  remove_if(folder, is_ours);
}

void write_whole_file(const fs::path& file, const std::string& text) {
  const fs::path temporary = file.parent_path() / ("." + file.filename().string() + ".new");
  {
    std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
    stream << text;
    stream.flush();
    if (!stream) fail("cannot write '{}': {}", temporary.string(), std::strerror(errno));
  }
  std::error_code error;
  fs::rename(temporary, file, error);
  if (error) fail("cannot write '{}': {}", file.string(), error.message());
}

void write_stats(const fs::path& folder, const std::string& machine, const RunResult& result,
                 const RunOutcome& outcome, const HostFacts& host) {
  Json json = head("heddle.stats", outcome);
  json["machine"] = machine;
  Json processes = Json::array(), launches = Json::array();
  for (std::size_t i = 0; i < result.processes.size(); ++i) {
    processes.push_back(process_json(result.processes[i]));
    for (const LaunchRecord& launch : result.processes[i].launches) {
      launches.push_back(launch_json(i, launch));
    }
  }
  const std::vector<Statistic> total = result.total();
  json["total"] = {{"launches", result.launches()},
                   {"timed_launches", result.timed_launches()},
                   {"statistics", statistics_json(total)}};
  json["processes"] = std::move(processes);
  json["launches"] = std::move(launches);
  json["host"] = host_json(host);
  const double instructions = value_of(total, "warp_instructions");
  json["host"]["warp_instructions_per_second"] =
      host.wall_seconds > 0 ? instructions / host.wall_seconds : 0.0;
  write_whole_file(folder / kStatsFile, text_of(json));
}

void write_manifest(const fs::path& folder, const RunSubject& subject,
                    const Configuration& configuration, const RunOutcome& outcome,
                    const HostFacts& host) {
  Json json = head("heddle.manifest", outcome);
  json["machine"] = subject.machine;
  Json policies = Json::object();
  for (const PolicyKind& kind : policy_kinds()) {
    policies[std::string(kind.name)] = configuration.policies.chosen(kind.name);
  }
  json["policies"] = std::move(policies);
  json["command"] = subject.command;
  json["program_fnv1a64"] = file_hash(subject.program);
  json["host"] = host_json(host);
  std::error_code error;
  json["host"]["program"] = subject.program.string();
  json["host"]["folder"] = fs::current_path(error).string();
  write_whole_file(folder / kManifestFile, text_of(json));
}

void remove_journals(const fs::path& folder) {
  remove_if(folder, [](const std::string& name) {
    return name.starts_with("process-") && name.ends_with(".journal");
  });
}

SavedStats read_stats(const fs::path& folder) {
  const fs::path file = folder / kStatsFile;
  std::ifstream stream(file);
  if (!stream)
    fail("'{}' holds no {}; is it an output folder of heddle run?", folder.string(), kStatsFile);
  try {
    const Json json = Json::parse(stream);
    SavedStats saved{json.at("machine"), json.at("status"), json.at("total").at("launches"), {}};
    for (const Json& value : json.at("total").at("statistics")) {
      saved.total.push_back(
          {value.at("name"), value.at("value"), value.at("unit"), value.at("description"), 0});
    }
    return saved;
  } catch (const std::exception& error) {
    fail("'{}' is broken: {}", file.string(), error.what());
  }
}

}  // namespace heddle::sim
