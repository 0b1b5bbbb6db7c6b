#include "heddle/sim/records/result_files.hpp"

#include <unordered_map>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/gpu/accounts/utilization_class.hpp"
#include "heddle/sim/output/version.hpp"
#include "heddle/sim/output/whole_file.hpp"
#include "heddle/sim/records/statistic_json.hpp"

namespace heddle::sim {
namespace {

namespace fs = std::filesystem;

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json stream_json(const StreamResult& stream) {
  return {{"process", stream.process},
          {"stream", stream.stream},
          {"launches", stream.launches},
          {"timed_launches", stream.timed_launches},
          {"statistics", values_json(stream.statistics, false)}};
}

/// The utilization class of all launches together.
std::string_view utilization_class(const std::vector<Statistic>& statistics) {
  const gpu::Utilization all = {.scheduler = value_of(statistics, "scheduler.utilization"),
                                .replies = value_of(statistics, "noc.reply_sustained"),
                                .requests = value_of(statistics, "noc.request_sustained"),
                                .dram = value_of(statistics, "dram.utilization")};
  return gpu::kUtilizationClassNames[static_cast<std::size_t>(gpu::class_of(all))];
}

Json extents_json(const Dim3& extents) { return {extents.x, extents.y, extents.z}; }

Json kernel_json(const KernelResult& kernel) {
  Json json = {{"kernel", demangled(kernel.symbol)},
               {"symbol", kernel.symbol},
               {"launches", kernel.launches},
               {"timed_launches", kernel.timed_launches},
               {"grid", extents_json(kernel.grid_size)},
               {"block", extents_json(kernel.block_size)},
               {"registers_per_thread", kernel.registers},
               {"counted_registers_per_thread", kernel.counted_registers},
               {"shared_bytes_per_block", kernel.shared_bytes},
               {"blocks_per_sm", kernel.blocks_per_sm},
               {"limited_by", kernel.limited_by}};
  if (kernel.launches_by_kernels != 0) json["launches_by_kernels"] = kernel.launches_by_kernels;
  if (kernel.timed_launches != 0) json["utilization_class"] = utilization_class(kernel.statistics);
  json["statistics"] = values_json(kernel.statistics, false);
  add_sms(json, kernel.sms);
  return json;
}

/// Writes launches as JSON, each as one line. Millions of launches have a few names, so that each
/// name is quoted once.
class LaunchLines {
 public:
  std::string line(std::size_t process, const LaunchRecord& launch) {
    std::string text;
    const auto add = [&]<typename... Values>(fmt::format_string<Values...> format,
                                             Values&&... values) {
      fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
    };
    const Dim3 &grid = launch.grid_size, &block = launch.block_size;
    add(R"({{"process":{},"launch":{},{},"stream":{})", process, launch.grid, names(launch.kernel),
        launch.stream);
    add(R"(,"grid":[{},{},{}],"block":[{},{},{}])", grid.x, grid.y, grid.z, block.x, block.y,
        block.z);
    add(R"(,"registers_per_thread":{},"counted_registers_per_thread":{})", launch.registers,
        launch.counted_registers);
    add(R"(,"shared_bytes_per_block":{},"blocks_per_sm":{},"limited_by":{})", launch.shared_bytes,
        launch.blocks_per_sm, line_of(launch.limited_by));
    add(R"(,"timed":{},"complete":{},"started_cycle":{},"ended_cycle":{})", launch.timed,
        launch.complete, launch.started, launch.ended);
    if (launch.parent) add(R"(,"parent":{})", *launch.parent);
    text += R"(,"statistics":)" + values_text(launch.statistics);
    const char* separator = R"(,"sms":[)";
    for (const auto& statistics : launch.sms) {
      text += separator + values_text(statistics);
      separator = ",";
    }
    return text + (launch.sms.empty() ? "}" : "]}");
  }

 private:
  /// The kernel's name and symbol as members of an object.
  const std::string& names(const std::string& symbol) {
    const auto [known, is_new] = names_.try_emplace(symbol);
    if (is_new)
      known->second =
          fmt::format(R"("kernel":{},"symbol":{})", line_of(demangled(symbol)), line_of(symbol));
    return known->second;
  }

  std::unordered_map<std::string, std::string> names_;  ///< by symbol
};

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
  Json json = {{"state", name_of(process.state)}, {"launches", process.launches}};
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
  if (!outcome.warnings.empty()) json["warnings"] = outcome.warnings;
  return json;
}

Json host_json(const HostFacts& host) {
  return {{"started", host.started},
          {"wall_seconds", host.wall_seconds},
          {"user_seconds", host.user_seconds},
          {"system_seconds", host.system_seconds},
          {"peak_bytes", host.peak_bytes}};
}

/// Adds the host time that the processes spent on simulation.
void add_host_time(Json& host, const HostTime& time) {
  host["simulation_seconds"] = time.timed.seconds();
  host["functional_seconds"] = std::chrono::duration<double>(time.functional).count();
  Json phases = Json::object();
  for (std::size_t i = 0; i < gpu::kPhases; ++i) {
    phases[std::string(gpu::kPhaseNames[i])] = time.timed.seconds(gpu::Phase(i));
  }
  host["phases"] = std::move(phases);
  const gpu::ThreadBalance& balance = time.timed.balance;
  if (balance.all.count() == 0) return;
  Json bounds = Json::object();
  for (std::size_t i = 0; i < balance.longest.size(); ++i)
    bounds[std::to_string(gpu::ThreadBalance::kThreads[i])] = balance.bound(i);
  host["balance"] = std::move(bounds);
}

/// Prints JSON with one line per member, so that the file can be read and compared line by line.
/// Small objects and objects in lists are printed on one line.
void print(std::string& out, const Json& json, unsigned depth) {
  const bool is_list = json.is_array() && !json.empty() && json.front().is_object();
  const bool spread = json.is_object() && (depth == 0 || json.size() > 2);
  if (!is_list && !spread) {
    out += line_of(json);
    return;
  }
  const std::string indent(depth * 2, ' ');
  out += is_list ? "[" : "{";
  const char* separator = "\n";
  for (const auto& [key, value] : json.items()) {
    out += separator + indent + "  ";
    separator = ",\n";
    if (is_list) {
      out += line_of(value);
    } else {
      out += Json(key).dump() + ": ";
      print(out, value, depth + 1);
    }
  }
  out += "\n" + indent + (is_list ? "]" : "}");
}

std::string text_of(const Json& json) {
  std::string out;
  print(out, json, 0);
  return out + "\n";
}

/// Writes the object with an additional last member, "launches". Reads and writes one launch at a
/// time.
void write_with_launches(WholeFile& file, const Json& json, const fs::path& folder) {
  std::string text = text_of(json);
  text.resize(text.rfind("\n}"));
  file.write(text + ",\n  \"launches\": [");
  const char* separator = "\n    ";
  LaunchLines lines;
  visit_launches(folder, [&](std::size_t process, const LaunchRecord& launch) {
    file.write(separator + lines.line(process, launch));
    separator = ",\n    ";
  });
  file.write("\n  ]\n}\n");
}

/// Returns the 64-bit FNV-1a hash of a file, which distinguishes two builds of a program.
std::string file_hash(const fs::path& file) {
  std::uint64_t hash = 0xCBF29CE484222325;
  const auto add = [&](std::string_view bytes) {
    for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
  };
  try {
    visit_file(file, file_kinds::kProgram, add);
  } catch (const Error&) {
    return "";  // the file no longer exists; the run reports this error
  }
  return fmt::format("{:016x}", hash);
}

/// Adds the policy libraries of the run: their contents, and the policies in them.
void add_libraries(Json& json, const PolicyLibraries& libraries) {
  for (const PolicyLibraries::Named& named : libraries.all()) {
    json["policy_libraries"][named.name] = {{"hash", named.library->hash},
                                            {"policies", named.library->policies}};
  }
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

void write_stats(const fs::path& folder, const std::string& machine, const RunResult& result,
                 const RunOutcome& outcome, const HostFacts& host, StatsLevel level) {
  Json json = head("heddle.stats", outcome);
  json["machine"] = machine;
  json["statistics"] = meanings_json(result.total);
  if (!result.sms.empty()) json["sm_statistics"] = meanings_json(result.sms.front());
  json["total"] = {{"launches", result.launches},
                   {"timed_launches", result.timed_launches},
                   {"statistics", values_json(result.total, true)}};
  add_sms(json["total"], result.sms);
  Json processes = Json::array(), kernels = Json::array();
  for (const ProcessResult& process : result.processes) processes.push_back(process_json(process));
  for (const KernelResult& kernel : result.kernels) kernels.push_back(kernel_json(kernel));
  json["processes"] = std::move(processes);
  json["host"] = host_json(host);
  add_host_time(json["host"], result.host_time());
  const double instructions = value_of(result.total, "warp_instructions");
  json["host"]["warp_instructions_per_second"] =
      host.wall_seconds > 0 ? instructions / host.wall_seconds : 0.0;
  if (level != StatsLevel::total) {
    json["kernels"] = std::move(kernels);
    json["streams"] = Json::array();
    for (const StreamResult& stream : result.streams)
      json["streams"].push_back(stream_json(stream));
  }
  WholeFile file(folder / kStatsFile);
  if (level == StatsLevel::launch) {
    write_with_launches(file, json, folder);
  } else {
    file.write(text_of(json));
  }
  file.commit();
}

void write_manifest(const fs::path& folder, const RunSubject& subject,
                    const Configuration& configuration, const RunOutcome& outcome,
                    const HostFacts& host) {
  Json json = head("heddle.manifest", outcome);
  json["heddle_revision"] = subject.revision;
  json["machine"] = subject.machine;
  Json policies = Json::object();
  for (const PolicyChoices::Choice& choice : configuration.policies.all())
    policies[choice.key] = choice.name;
  json["policies"] = std::move(policies);
  add_libraries(json, configuration.libraries);
  json["command"] = subject.command;
  json["program_fnv1a64"] = file_hash(subject.program);
  json["host"] = host_json(host);
  std::error_code error;
  json["host"]["heddle_command"] = subject.typed;
  json["host"]["program"] = subject.program.string();
  json["host"]["folder"] = fs::current_path(error).string();
  for (const PolicyLibraries::Named& named : configuration.libraries.all())
    json["host"]["policy_libraries"][named.name] = named.library->file.string();
  write_whole_file(folder / kManifestFile, text_of(json));
}

}  // namespace heddle::sim
