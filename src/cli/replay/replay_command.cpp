#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/policy_option.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/set_index.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/replay/file_replay.hpp"
#include "heddle/sim/settings/policies.hpp"
#include "heddle/sim/settings/replacement_parameters.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "study/tables/table.hpp"

namespace heddle::cli {
namespace {

using replay::CacheShape;
using replay::Modes;
using replay::ReplayCounts;

/// The size of the largest cache. It is bounded because each line of the cache takes host memory.
constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30;

struct ReplayRequest {
  /// "": as in the run; for `replacement`: all policies.
  std::string file, bytes, replacement, set_index;
  std::vector<std::string> assignments;  ///< parameters of the replacement
  std::vector<std::filesystem::path> libraries;
  std::uint32_t associativity = 0, line_bytes = 0;  ///< 0: as in the run
  bool json = false;
};

bool read(Arguments arguments, ReplayRequest& request) {
  CLI::App app(
      "Replays the accesses of a run's L1 data caches through caches without time: heddle replay "
      "FILE",
      "heddle replay");
  app.footer(
      "A run writes the file: heddle run --out DIR --set run.l1_stream=true -- ./program\n\n"
      "Examples:\n"
      "  heddle replay DIR/l1_stream.bin\n"
      "  heddle replay DIR/l1_stream.bin --bytes 8MiB --replacement lru --json\n"
      "  heddle replay DIR/l1_stream.bin --replacement srrip --set replacement.srrip.bits=3\n");
  app.add_option("file", request.file, "l1_stream.bin of a run")->required();
  app.add_option("--bytes", request.bytes, "of the cache (as in the run)")->type_name("BYTES");
  app.add_option("--assoc", request.associativity, "lines of a set (as in the run)")
      ->check(CLI::Range(1u, 1u << 20));
  app.add_option("--line", request.line_bytes, "bytes of a line: 32 to 256 (as in the run)")
      ->check(CLI::Range(32u, 256u));
  app.add_option("--set-index", request.set_index, "linear or fermi (as in the run)")
      ->check(
          CLI::IsMember(std::vector<std::string>(kSetIndexNames.begin(), kSetIndexNames.end())));
  app.add_option("--replacement", request.replacement,
                 "unbounded, or one of heddle list replacement (lru, belady and unbounded)")
      ->type_name("NAME");
  app.add_option("--set", request.assignments, "replacement.NAME.PARAMETER=VALUE")
      ->type_name("KEY=VALUE");
  add_policy_option(app, request.libraries);
  app.add_flag("--json", request.json, "as JSON, by launch");
  if (!parse(app, arguments)) return false;
  for (const std::filesystem::path& library : request.libraries) sim::load_policy_library(library);
  return true;
}

CacheShape shape_of(const ReplayRequest& request, CacheShape shape) {
  if (!request.bytes.empty()) {
    const auto bytes = parse_bytes(request.bytes);
    if (!bytes || *bytes == 0 || *bytes > kMostBytes)
      fail("--bytes {}: expected a number of bytes, up to {}, as in 32KiB", request.bytes,
           format_bytes(kMostBytes));
    shape.bytes = *bytes;
  }
  if (request.associativity != 0) shape.associativity = request.associativity;
  if (request.line_bytes != 0) shape.line_bytes = request.line_bytes;
  if (!request.set_index.empty())
    shape.set_index = static_cast<SetIndex>(std::ranges::find(kSetIndexNames, request.set_index) -
                                            kSetIndexNames.begin());
  check(shape);
  return shape;
}

/// The replacement policies to replay; `unbounded` is a cache without a size limit. Throws Error
/// for an unknown policy, and for a parameter that the policy lacks.
Modes modes_of(const ReplayRequest& request) {
  const std::string& name = request.replacement;
  std::vector<std::string> all =
      sim::policy_names(*sim::find_policy_kind(policy::Replacement::kKind));
  all.emplace_back("unbounded");
  if (!name.empty() && std::ranges::find(all, name) == all.end())
    fail("--replacement {}: there is none of that name{}", name, which_exist(name, all));
  const auto wants = [&](const char* mode) { return name.empty() || name == mode; };
  Modes modes{.lru = wants("lru"), .belady = wants("belady"), .unbounded = wants("unbounded")};
  if (!modes.lru && !modes.belady && !modes.unbounded) modes.named = name;
  modes.replacements = sim::replacements_of(name, request.assignments);
  return modes;
}

using Json = nlohmann::ordered_json;

Json json_of(const ReplayCounts& counts, const Modes& modes) {
  const auto cache = [&](std::uint64_t misses) {
    return Json{{"misses", misses}, {"miss_rate", counts.share(misses)}};
  };
  Json json = {{"accesses", counts.accesses}, {"live", cache(counts.live_misses)}};
  if (modes.lru) json["lru"] = cache(counts.lru_misses);
  if (modes.belady) json["belady"] = cache(counts.belady_misses);
  if (!modes.named.empty()) json[modes.named] = cache(counts.named_misses);
  if (modes.unbounded) {
    json["unbounded"] = cache(counts.unbounded_misses);
    json["unbounded"]["intra_thread"] = counts.unbounded_hits[0];
    json["unbounded"]["inter_thread"] = counts.unbounded_hits[1];
    json["unbounded"]["inter_warp"] = counts.unbounded_hits[2];
  }
  return json;
}

/// The results for one file.
struct Replayed {
  CacheShape shape;
  Modes modes;
  std::vector<std::pair<std::string, ReplayCounts>>
      launches{};  ///< by launch, with the names of the kernels
  ReplayCounts total{};
};

std::string_view name_of(SetIndex index) { return kSetIndexNames[static_cast<std::size_t>(index)]; }

Replayed replayed(const ReplayRequest& request) {
  replay::StreamReader stream(request.file);
  Replayed result{.shape = shape_of(request, stream.shape()), .modes = modes_of(request)};
  for (const auto& [number, counts] : replay_file(stream, result.shape, result.modes)) {
    const auto name = stream.launches().find(number);
    result.launches.emplace_back(name == stream.launches().end() ? "?" : demangled(name->second),
                                 counts);
    result.total += counts;
  }
  return result;
}

std::string json_of(const Replayed& result) {
  Json launches = Json::array();
  for (const auto& [kernel, counts] : result.launches) {
    Json launch = {{"kernel", kernel}};
    launch.update(json_of(counts, result.modes));
    launches.push_back(std::move(launch));
  }
  const Json json = {{"cache",
                      {{"bytes", result.shape.bytes},
                       {"line_bytes", result.shape.line_bytes},
                       {"associativity", result.shape.associativity},
                       {"set_index", name_of(result.shape.set_index)}}},
                     {"total", json_of(result.total, result.modes)},
                     {"launches", launches}};
  return json.dump(2) + "\n";
}

std::vector<std::string> row_of(const std::string& name, const ReplayCounts& counts,
                                const Modes& modes) {
  std::vector<std::string> row = {name, fmt::format("{}", counts.accesses)};
  const auto add = [&](bool wanted, std::uint64_t misses) {
    if (wanted) row.push_back(fmt::format("{} ({:.2f}%)", misses, 100 * counts.share(misses)));
  };
  add(true, counts.live_misses);
  add(modes.lru, counts.lru_misses);
  add(modes.belady, counts.belady_misses);
  add(!modes.named.empty(), counts.named_misses);
  add(modes.unbounded, counts.unbounded_misses);
  if (!modes.unbounded) return row;
  for (const std::uint64_t hits : counts.unbounded_hits) row.push_back(fmt::format("{}", hits));
  return row;
}

std::string text_of(const Replayed& result) {
  study::Table table{{"kernel", "accesses", "live misses"}, {}};
  if (result.modes.lru) table.columns.emplace_back("lru");
  if (result.modes.belady) table.columns.emplace_back("belady");
  if (!result.modes.named.empty()) table.columns.push_back(result.modes.named);
  if (result.modes.unbounded) {
    for (const char* name : {"unbounded", "intra-thread", "inter-thread", "inter-warp"})
      table.columns.emplace_back(name);
  }
  std::map<std::string, ReplayCounts> kernels;
  for (const auto& [kernel, counts] : result.launches) kernels[kernel] += counts;
  for (const auto& [kernel, counts] : kernels)
    table.rows.push_back(row_of(kernel, counts, result.modes));
  table.rows.push_back(row_of("total", result.total, result.modes));
  table.align_right();
  return fmt::format("{} bytes, lines of {} bytes, {} a set, set_index {}\n\n{}",
                     result.shape.bytes, result.shape.line_bytes, result.shape.associativity,
                     name_of(result.shape.set_index), table.text());
}

}  // namespace

int replay_command(Arguments arguments) {
  ReplayRequest request;
  if (!read(arguments, request)) return 0;
  const Replayed result = replayed(request);
  if (request.json)
    fmt::print("{}", json_of(result));
  else
    jobs::answer(text_of(result));
  return 0;
}

}  // namespace heddle::cli
