// Who may include whom: the layers of the house, and the rooms of a layer.
#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "source_files.hpp"

namespace heddle::layers {
namespace {

using Layers = std::set<std::string>;

/// A layer, and the layers whose headers it may include besides its own.
const std::map<std::string, Layers>& table() {
  static const std::map<std::string, Layers> layers = {
      {"base", {}},
      {"isa", {"base"}},
      {"ptx", {"base"}},
      {"compile", {"base", "isa", "ptx"}},
      {"exec", {"base", "isa"}},
      {"capture", {"base", "exec"}},
      {"trace", {"base", "isa"}},
      {"model", {"base", "isa"}},
      {"policy", {"base", "isa", "model"}},
      {"energy", {"base", "isa"}},
      {"replay", {"base", "model", "policy", "memory"}},
      {"probe", {"base", "isa", "model", "policy", "energy", "replay"}},
      {"memory", {"base", "model", "policy"}},
      {"core", {"base", "isa", "model", "exec", "policy", "memory"}},
      {"gpu", {"base", "isa", "model", "exec", "policy", "memory", "core", "energy", "probe"}},
      {"policy_kit", {"policy"}},
      {"sim",
       {"base", "isa", "ptx", "compile", "exec", "policy", "policy_kit", "core", "energy", "probe",
        "gpu"}},
      {"cudart", {"base", "isa", "exec", "policy", "gpu", "sim", "capture"}},
      {"library", {"base", "exec", "sim"}},
      {"python", {"base", "ptx", "exec", "model", "policy", "policy_kit", "probe", "sim"}},
      {"jobs", {"base", "sim"}},
      {"cc", {"base", "ptx", "compile", "jobs"}},
      {"nvrtc", {"base", "cc"}},
      {"study",
       {"base", "isa", "ptx", "compile", "exec", "model", "policy", "core", "gpu", "sim", "capture",
        "jobs", "cc"}},
      {"cli",
       {"base", "isa", "ptx", "compile", "policy", "replay", "gpu", "sim", "capture", "trace",
        "jobs", "cc", "study"}},
  };
  return layers;
}

using Rooms = std::map<std::string, std::map<std::string, Layers>>;

std::map<std::string, Layers> rooms_of_exec() {
  return {{"image", {}},
          {"paths", {}},
          {"ops", {}},
          {"step", {"image", "paths", "ops"}},
          {"handlers", {"step"}},
          {"cluster", {"step"}},
          {"memory", {"image", "ops", "step", "cluster"}},
          {"async", {"image", "step", "cluster", "memory"}},
          {"matrix", {"memory", "ops", "step"}},
          {"texture", {"ops", "step"}},
          {"sync", {"paths", "step"}},
          {"progress", {"paths", "step", "sync"}},
          {"system", {"image", "step"}},
          {"bulk", {"image", "ops", "step", "cluster", "memory", "async", "system"}},
          {"", {"image", "memory", "step", "sync", "async", "system"}}};
}

Rooms rooms_of_simulator() {
  return {{"base", {{"", {}}, {"text", {""}}, {"statistics", {""}}, {"files", {"", "text"}}}},
          {"isa",
           {{"ops", {}},
            {"video", {}},
            {"terms", {"ops", "video"}},
            {"matrix", {"terms"}},
            {"", {"terms", "matrix"}}}},
          {"ptx",
           {{"tree", {}},
            {"tokens", {"tree"}},
            {"debug", {"tree", "tokens"}},
            {"", {"tree", "tokens"}}}},
          {"compile",
           {{"code", {}},
            {"lowering", {"code"}},
            {"flow", {"code"}},
            {"liveness", {"code", "flow"}},
            {"unrolling", {"code", "flow", "liveness"}},
            {"passes", {"code", "flow", "liveness"}},
            {"registers", {"code", "liveness", "passes"}},
            {"spilling", {"code", "flow", "liveness", "passes", "registers"}},
            {"annotations", {"code", "flow", "liveness", "registers"}},
            {"",
             {"code", "lowering", "flow", "unrolling", "passes", "registers", "spilling",
              "annotations"}}}},
          {"exec", rooms_of_exec()},
          {"core",
           {{"terms", {}},
            {"policies", {"terms"}},
            {"state", {"terms", "policies"}},
            {"accounts", {"terms", "policies", "state"}},
            {"load_store", {"terms", "policies", "state"}},
            {"fetch", {"terms", "state"}},
            {"residents", {"terms", "policies", "state", "accounts", "load_store", "fetch"}},
            {"formed_warps", {"state", "accounts", "fetch", "residents"}},
            {"eviction", {"terms", "policies", "state", "accounts", "fetch", "residents"}},
            {"issue",
             {"terms", "policies", "state", "accounts", "load_store", "fetch", "residents",
              "formed_warps"}},
            {"",
             {"terms", "policies", "state", "accounts", "load_store", "fetch", "residents",
              "formed_warps", "eviction", "issue"}}}},
          {"trace",
           {{"bytes", {}}, {"sass", {}}, {"format", {"bytes", "sass"}}, {"", {"sass", "format"}}}},
          {"probe",
           {{"", {}},
            {"blocks", {""}},
            {"l1_stream", {""}},
            {"loads", {""}},
            {"lost_locality", {""}},
            {"policy_notes", {""}},
            {"samples", {""}},
            {"timeline", {""}},
            {"warps", {""}}}},
          {"gpu",
           {{"chip", {}},
            {"accounts", {"chip"}},
            {"clock", {"chip", "accounts"}},
            {"dispatch", {"chip", "accounts"}},
            {"", {"chip", "accounts", "clock", "dispatch"}}}},
          {"sim",
           {{"libraries", {}},
            {"settings", {"libraries"}},
            {"storage", {"settings"}},
            {"output", {}},
            {"launches", {"settings"}},
            {"nested", {}},
            {"corun", {"settings", "launches"}},
            {"records", {"settings", "output", "launches"}},
            {"", {"settings", "output", "launches", "nested", "records"}}}}};
}

/// How programs reach the simulator: the CUDA APIs, the library and the Python package.
Rooms rooms_of_interfaces() {
  return {{"policy_kit", {{"", {}}, {"templates", {}}}},
          {"cudart",
           {{"", {}},
            {"error", {""}},
            {"queue", {"", "error"}},
            {"memory", {"", "error", "queue"}},
            {"module", {"", "error"}},
            {"device", {"", "error"}},
            {"record", {"queue", "memory"}},
            {"runtime", {"", "error", "queue", "memory", "module", "device", "record"}},
            {"api", {"", "error", "memory", "module", "device", "runtime"}},
            {"driver", {"", "error", "memory", "module", "device", "runtime", "api"}}}},
          {"library", {{"", {}}, {"include", {}}}},
          {"python", {{"", {}}, {"policies", {""}}, {"host", {"", "policies"}}}}};
}

Rooms rooms_of_commands() {
  return {{"jobs", {{"folders", {}}, {"processes", {}}, {"streams", {}}}},
          {"cc",
           {{"options", {}},
            {"session", {"options"}},
            {"headers", {"options", "session"}},
            {"source", {"session"}},
            {"device", {"session"}},
            {"nested", {}},
            {"", {"options", "session", "headers", "source", "device", "nested"}}}},
          {"study",
           {{"tables", {}},
            {"sources", {}},
            {"captures", {}},
            {"limits", {}},
            {"picture", {"tables"}},
            {"results", {"tables"}},
            {"runs", {"tables"}},
            {"corun", {"tables", "sources", "captures"}},
            {"catalogue", {"tables", "results"}},
            {"plan", {"sources", "results", "catalogue"}},
            {"store", {"tables", "results", "runs", "plan"}},
            {"sweep", {"tables", "sources", "results", "catalogue", "plan", "store"}},
            {"claims", {"tables", "catalogue", "plan"}},
            {"verdicts", {"results", "catalogue", "plan", "claims"}},
            {"correlation", {"tables", "verdicts"}},
            {"records", {"tables", "sources", "catalogue", "claims", "verdicts"}},
            {"policy_kit", {}},
            {"words", {"tables"}},
            {"whatif", {"tables", "runs", "store", "limits"}},
            {"citation", {"runs", "catalogue", "store"}},
            {"page", {"sources", "limits", "results", "runs", "store", "whatif"}},
            {"formulas", {}},
            {"gpgpusim", {"tables", "formulas"}},
            {"nsight", {"tables", "formulas", "limits", "runs"}},
            {"live", {"tables", "runs", "page"}},
            {"experiment_pages",
             {"tables", "picture", "claims", "verdicts", "correlation", "records", "page"}}}},
          {"cli",
           {{"", {}},
            {"cc", {""}},
            {"capture", {""}},
            {"run", {"", "capture"}},
            {"corun", {""}},
            {"bench", {""}},
            {"import", {""}},
            {"replay", {""}},
            {"report", {""}},
            {"whatif", {""}},
            {"policy", {""}},
            {"cite", {""}},
            {"workloads", {""}},
            {"sweep", {"", "run", "corun"}},
            {"reproduce", {"", "sweep"}},
            {"inspect", {"", "capture", "sweep"}},
            {"manual", {"", "inspect"}}}}};
}

/// The rooms of a layer, each with the rooms of this layer whose headers it may include besides its
/// own. A layer's own folder is a room, too: "". Layers of one room have no row. Nor has policy,
/// whose files have a stricter rule: APolicyIncludesNoOtherPolicy.
const Rooms& rooms() {
  static const Rooms rooms = [] {
    Rooms all = rooms_of_simulator();
    all.merge(rooms_of_interfaces());
    all.merge(rooms_of_commands());
    return all;
  }();
  return rooms;
}

/// "src/heddle/core/sm.cpp" and "heddle/core/sm.hpp" are core, "src/cli/..." and "cli/..." are cli.
std::string layer_of(std::string path) {
  if (path.starts_with("src/")) path.erase(0, 4);
  if (path.starts_with("heddle/")) path.erase(0, 7);
  return path.substr(0, path.find('/'));
}

std::vector<std::string> includes(const SourceFile& file, const std::regex& pattern) {
  std::vector<std::string> found;
  const auto begin = std::sregex_iterator(file.text.begin(), file.text.end(), pattern);
  for (auto match = begin; match != std::sregex_iterator(); ++match) found.push_back((*match)[1]);
  return found;
}

/// The headers of src that the file includes, from src on. The Python module quotes its headers
/// from its own folder.
std::vector<std::string> own_includes(const SourceFile& file) {
  static const std::regex quoted("#include \"([^\"]+)\"");
  static const std::regex from_root("(?:heddle|cudart|jobs|cc|nvrtc|policy_kit|study|cli)/.*");
  std::vector<std::string> headers;
  for (const std::string& header : includes(file, quoted)) {
    if (std::regex_match(header, from_root))
      headers.push_back(header);
    else if (layer_of(file.path) == "python")
      headers.push_back("python/" + header);
  }
  return headers;
}

std::vector<SourceFile> sources() { return source_files({"src"}, {".cpp", ".hpp", ".def"}); }

TEST(Layers, IncludesGoDownward) {
  for (const SourceFile& file : sources()) {
    const std::string from = layer_of(file.path);
    const auto rule = table().find(from);
    if (rule == table().end()) continue;
    for (const std::string& header : own_includes(file)) {
      const std::string to = layer_of(header);
      EXPECT_TRUE(to == from || rule->second.contains(to)) << file.path << " includes " << header;
    }
  }
}

/// "fetch" of "heddle/core/fetch/fetch_unit.hpp", "plan" of "study/plan/cell.hpp"; "" of
/// "heddle/core/sm.hpp".
std::string room_of(std::string path) {
  if (path.starts_with("src/")) path.erase(0, 4);
  if (path.starts_with("heddle/")) path.erase(0, 7);
  path.erase(0, path.find('/') + 1);
  const std::size_t end = path.find('/');
  return end == std::string::npos ? "" : path.substr(0, end);
}

/// Else the next test would pass over the layer.
TEST(Layers, LayersOfSeveralRoomsHaveARow) {
  Layers with_rooms;
  for (const SourceFile& file : sources())
    if (!room_of(file.path).empty()) with_rooms.insert(layer_of(file.path));
  EXPECT_TRUE(with_rooms.erase("policy"));  // APolicyIncludesNoOtherPolicy
  EXPECT_GE(with_rooms.size(), 10u);        // the scanner sees them
  for (const std::string& layer : with_rooms)
    EXPECT_TRUE(rooms().contains(layer)) << layer << " has folders and no row in rooms()";
  for (const auto& [layer, rules] : rooms())
    EXPECT_TRUE(with_rooms.contains(layer)) << layer << " has a row and no folders";
}

TEST(Layers, IncludesGoDownwardWithinALayer) {
  for (const SourceFile& file : sources()) {
    const std::string layer = layer_of(file.path), from = room_of(file.path);
    const auto of_layer = rooms().find(layer);
    if (of_layer == rooms().end()) continue;
    const auto rule = of_layer->second.find(from);
    ASSERT_NE(rule, of_layer->second.end()) << file.path << " is in a room without a rule";
    for (const std::string& header : own_includes(file)) {
      if (layer_of(header) != layer) continue;
      const std::string to = room_of(header);
      EXPECT_TRUE(to == from || rule->second.contains(to)) << file.path << " includes " << header;
    }
  }
}

/// A rule that allows more than there is would let new ties in unseen.
TEST(Layers, RulesAllowOnlyWhatThereIs) {
  std::map<std::string, Layers> layers;
  Rooms of_layers;
  for (const SourceFile& file : sources()) {
    const std::string from = layer_of(file.path), room = room_of(file.path);
    for (const std::string& header : own_includes(file)) {
      if (layer_of(header) != from)
        layers[from].insert(layer_of(header));
      else if (room_of(header) != room)
        of_layers[from][room].insert(room_of(header));
    }
  }
  for (const auto& [layer, allowed] : table()) EXPECT_EQ(allowed, layers[layer]) << layer;
  for (const auto& [layer, rules] : rooms())
    for (const auto& [room, allowed] : rules)
      EXPECT_EQ(allowed, of_layers[layer][room]) << layer << "/" << room;
}

/// A rule that names two rooms as each other's floor would forbid nothing.
TEST(Layers, RulesOfRoomsHaveNoCircle) {
  for (const auto& [layer, rules] : rooms()) {
    std::set<std::string> built;
    for (std::size_t before = ~std::size_t{0}; built.size() != before;) {
      before = built.size();
      for (const auto& [room, below] : rules)
        if (std::ranges::includes(built, below)) built.insert(room);
    }
    EXPECT_EQ(built.size(), rules.size()) << layer;
  }
}

/// A newcomer reads in each room what lives there. Folders of one mechanism or probe have the
/// header paragraphs of their files.
TEST(Layers, EveryRoomHasAReadme) {
  const auto rooms_need_readmes = [](const std::string& layer) {
    return layer == "policy" || (rooms().contains(layer) && layer != "probe");
  };
  std::set<std::string> with_readme;
  for (const SourceFile& file : source_files({"src"}, {".md"}))
    with_readme.insert(file.path.substr(0, file.path.rfind('/')));
  std::set<std::string> wanted;
  for (const SourceFile& file : sources()) {
    const std::string layer = layer_of(file.path), room = room_of(file.path);
    if (!rooms().contains(layer) && !file.path.starts_with("src/heddle/" + layer)) continue;
    const std::string folder = file.path.substr(0, file.path.find(layer)) + layer;
    wanted.insert(folder);
    if (rooms_need_readmes(layer) && !room.empty()) wanted.insert(folder + "/" + room);
  }
  EXPECT_GT(wanted.size(), 80u);  // the scanner sees them
  for (const std::string& folder : wanted)
    EXPECT_TRUE(with_readme.contains(folder)) << folder << " has no README.md";
}

/// Else IncludesGoDownward would not see them. Public headers are included as programs include
/// them. The Python module has no folders that others include, and quotes its headers from its own.
TEST(Layers, OwnHeadersAreQuotedFromTheRoot) {
  const std::regex bracketed(
      "#include "
      "(<(?:heddle/(?!simulation|surface_layout)|(?:cudart|jobs|cc|nvrtc|policy_kit|study|cli)/"
      ")[^>]+)");
  const std::regex relative(
      "(?:^|\n)#include (\"(?!(?:heddle|cudart|jobs|cc|nvrtc|policy_kit|study|cli)/)[^\"]+)");
  for (const SourceFile& file : sources()) {
    for (const std::string& header : includes(file, bracketed))
      ADD_FAILURE() << file.path << " includes " << header;
    if (layer_of(file.path) == "python") continue;
    for (const std::string& header : includes(file, relative))
      ADD_FAILURE() << file.path << " includes " << header;
  }
}

/// Else the patterns of the other tests would miss some.
TEST(Layers, AllIncludesAreWrittenAlike) {
  const std::regex any("(?:^|\n)([ \t]*#[ \t]*include[^\n]*)");
  const std::regex usual("#include (?:<[^>]+>|\"[^\"]+\")(?: *//.*)?");
  std::size_t count = 0;
  for (const SourceFile& file : sources()) {
    for (const std::string& line : includes(file, any)) {
      ++count;
      EXPECT_TRUE(std::regex_match(line, usual)) << file.path << ": " << line;
    }
  }
  EXPECT_GT(count, 5000u);  // the scanner sees them
}

TEST(Layers, EveryFolderHasARule) {
  for (const SourceFile& file : sources()) {
    const std::string layer = layer_of(file.path);
    EXPECT_TRUE(table().contains(layer) || layer == "host_check") << file.path;
  }
}

TEST(Layers, FormatsAndCommandLinesStayInTheUpperLayers) {
  const std::regex library(
      "#include <((?:toml\\+\\+|nlohmann|CLI|sqlite3|zstd|lz4|zlib|lzma)[^>]*)>");
  for (const SourceFile& file : sources()) {
    const std::string layer = layer_of(file.path);
    if (layer == "sim" || layer == "study" || layer == "cli" || layer == "cudart") continue;
    if (file.path.starts_with("src/heddle/probe/timeline/")) continue;       // writes a trace
    if (layer == "capture" && file.path.ends_with("packing.cpp")) continue;  // compresses
    if (file.path.starts_with("src/heddle/trace/bytes/")) continue;          // decompresses
    for (const std::string& header : includes(file, library)) {
      ADD_FAILURE() << file.path << " includes " << header;
    }
  }
}

TEST(Layers, OnlyTheCommandsReadCommandLines) {
  const std::regex library("#include <(CLI/[^>]*)>");
  for (const SourceFile& file : sources()) {
    if (layer_of(file.path) == "cli") continue;
    for (const std::string& header : includes(file, library)) {
      ADD_FAILURE() << file.path << " includes " << header;
    }
  }
}

/// What runs, stores, judges or draws is below the commands.
TEST(Layers, TheCommandsAreThin) {
  constexpr std::size_t kMostLines = 10'000;
  std::size_t lines = 0;
  for (const SourceFile& file : source_files({"src/cli"}, {".cpp", ".hpp"})) lines += file.lines();
  EXPECT_LE(lines, kMostLines);
}

/// A policy is a file of its kind's folder, or a folder there. It sees what all policies see, the
/// files of its kind, and those of its own folder. The list of kinds, which is for those who make
/// policies, has all interfaces.
TEST(Layers, APolicyIncludesNoOtherPolicy) {
  const std::regex policy("#include \"heddle/policy/([^\"]+)\"");
  const std::string root = "src/heddle/policy/";
  for (const SourceFile& file : sources()) {
    if (layer_of(file.path) != "policy") continue;
    const std::string own = file.path.substr(root.size());
    if (own == "kinds.hpp") continue;
    const std::string kind = own.substr(0, own.find('/')), folder = own.substr(0, own.rfind('/'));
    for (const std::string& header : includes(file, policy)) {
      const std::string there = header.substr(0, header.rfind('/'));
      const bool is_for_all = header.find('/') == std::string::npos && header != "kinds.hpp";
      EXPECT_TRUE(is_for_all || there == kind || there == folder)
          << file.path << " includes " << header;
    }
  }
}

}  // namespace
}  // namespace heddle::layers
