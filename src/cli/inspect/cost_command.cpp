#include <algorithm>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/policy_option.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/sim/storage/storage.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "study/tables/table.hpp"

namespace heddle::cli {
namespace {

using policy::StorageItem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kSourceWidth = 98;  ///< most characters on a line

struct CostRequest {
  std::string machine = sim::kDefaultMachine;
  std::vector<std::string> settings;
  std::vector<std::filesystem::path> libraries;
  bool json = false;
};

bool read(Arguments arguments, CostRequest& request) {
  CLI::App app(
      "Says what storage each scheduler, throttle, residency, organisation and preemption "
      "needs on an SM, beside what the studies say",
      "heddle cost");
  app.footer(
      "Examples:\n"
      "  heddle cost --machine ccws\n"
      "  heddle cost --machine gtx480-pro --set warp_scheduler=pro --json\n"
      "  heddle cost --set throttle=ccws --set throttle.ccws.vta_entries=32\n"
      "  heddle cost --machine vws --set fetch.own_cache_bytes=256\n");
  app.add_option("--machine", request.machine, "whose SM (gtx480)")->type_name("NAME");
  app.add_option("--set", request.settings, "set a parameter of the machine or a chosen policy")
      ->type_name("KEY=VALUE");
  add_policy_option(app, request.libraries);
  app.add_flag("--json", request.json, "as JSON");
  return parse(app, arguments);
}

/// The number of bytes, with a fraction if needed: "1.5" for 12 bits.
std::string bytes(std::uint64_t bits) {
  const std::string part =
      bits % 8 == 0 ? "0" : fmt::format("{:g}", static_cast<double>(bits % 8) / 8);
  return format_count(bits / 8) + part.substr(1);
}

/// The number of entries and the bits of an entry, such as "512 x 40"; only the number of entries
/// if the study does not give the bits.
std::string shape(const StorageItem& item) {
  return item.bits == 0 ? format_count(item.entries)
                        : fmt::format("{} x {}", item.entries, item.bits);
}

std::string published_shape(const policy::PublishedStorage& published, const std::string& name) {
  const auto found = std::ranges::find(published.items, name, &StorageItem::name);
  return found == published.items.end() ? "" : shape(*found);
}

/// Whether the study gives the bits of every structure that it names.
bool is_whole(const policy::PublishedStorage& published) {
  return !published.items.empty() &&
         std::ranges::none_of(published.items,
                              [](const StorageItem& item) { return item.bits == 0; });
}

void add_rows(study::Table& table, const sim::PolicyStorage& storage) {
  const std::string policy = sim::policy_key(storage.kind, storage.name);
  for (const StorageItem& item : storage.items) {
    table.rows.push_back({policy, item.name, format_count(item.entries), format_count(item.bits),
                          format_count(item.total_bits()), bytes(item.total_bits()),
                          published_shape(storage.published, item.name)});
  }
  const std::uint64_t published = policy::total_bits(storage.published.items);
  const std::uint64_t own = policy::total_bits(storage.items);
  table.rows.push_back({policy, "all", "", "", format_count(own), bytes(own),
                        is_whole(storage.published) ? bytes(published) + " B" : ""});
}

/// The area in the study, such as "0.026 mm2, 0.17%"; "" if the study gives no area.
std::string published_area(const policy::PublishedStorage& published) {
  if (published.area_mm2 == 0) return "";
  return fmt::format("{:g} mm2, {:g}%", published.area_mm2, published.chip_percent);
}

std::string area_table(const std::vector<sim::PolicyStorage>& all) {
  study::Table table{{"policy", "mm2 an SM", "of the chip", "study"}, {}};
  for (const sim::PolicyStorage& storage : all) {
    table.rows.push_back(
        {sim::policy_key(storage.kind, storage.name), fmt::format("{:.5f}", storage.area_mm2),
         fmt::format("{:.4f}%", storage.chip_percent), published_area(storage.published)});
  }
  table.align_right();
  return table.text() +
         "\nmm2: estimated from the bits, with technology.sram_um2, latch_um2 and flip_flop_um2\n";
}

std::string array_table(const gpu::MachineSpec& machine) {
  study::Table table{{"data of every SM", "bits", "mm2"}, {}};
  for (const sim::SmArray& array : sim::arrays_of_sm(machine))
    table.rows.push_back(
        {array.name, format_count(array.bits), fmt::format("{:.5f}", array.area_mm2)});
  table.align_right();
  return table.text();
}

std::string text_of(const std::vector<sim::PolicyStorage>& all, const gpu::MachineSpec& machine) {
  study::Table table{{"policy", "structure", "entries", "bits each", "bits", "bytes", "study"}, {}};
  std::string sources;
  for (const sim::PolicyStorage& storage : all) {
    add_rows(table, storage);
    if (storage.published.source.empty()) continue;
    const std::string source = fmt::format("{}: {}", storage.name, storage.published.source);
    for (const std::string& line : study::wrapped(source, kSourceWidth))
      sources += (line == source.substr(0, line.size()) ? "" : "  ") + line + "\n";
  }
  table.align_right(2);
  return table.text() + "\nstudy: entries x bits that the study gives for its own machine\n" +
         sources + "\n" + area_table(all) + "\n" + array_table(machine);
}

Json items_json(const std::vector<StorageItem>& items) {
  Json list = Json::array();
  for (const StorageItem& item : items) {
    list.push_back({{"structure", item.name},
                    {"entries", item.entries},
                    {"bits_each", item.bits},
                    {"bits", item.total_bits()}});
  }
  return list;
}

/// The structures, with their areas on the machine's chip.
Json structures_json(const std::vector<StorageItem>& items, const gpu::MachineSpec& machine) {
  Json list = items_json(items);
  for (std::size_t i = 0; i < items.size(); ++i)
    list[i]["area_mm2"] = sim::area_mm2(items[i], machine);
  return list;
}

Json arrays_json(const gpu::MachineSpec& machine) {
  Json list = Json::array();
  for (const sim::SmArray& array : sim::arrays_of_sm(machine))
    list.push_back({{"structure", array.name}, {"bits", array.bits}, {"area_mm2", array.area_mm2}});
  return list;
}

Json policy_json(const sim::PolicyStorage& storage, const gpu::MachineSpec& machine) {
  const std::uint64_t bits = policy::total_bits(storage.items);
  Json json = {{"kind", storage.kind},
               {"name", storage.name},
               {"bits", bits},
               {"bytes", static_cast<double>(bits) / 8},
               {"area_mm2", storage.area_mm2},
               {"chip_percent", storage.chip_percent},
               {"structures", structures_json(storage.items, machine)}};
  if (!storage.published.source.empty()) {
    json["published"] = {{"source", storage.published.source},
                         {"bits", policy::total_bits(storage.published.items)},
                         {"structures", items_json(storage.published.items)}};
    if (storage.published.area_mm2 != 0) {
      json["published"]["area_mm2"] = storage.published.area_mm2;
      json["published"]["chip_percent"] = storage.published.chip_percent;
    }
  }
  return json;
}

}  // namespace

int cost_command(Arguments arguments) {
  CostRequest request;
  if (!read(arguments, request)) return 0;
  sim::ConfigurationRequest wanted;
  wanted.machine = request.machine;
  wanted.assignments = request.settings;
  wanted.libraries = request.libraries;
  wanted.runs = false;
  const auto configuration = sim::Configuration::resolve(wanted);
  const auto all = sim::storage_of_all(configuration);
  if (!request.json) {
    jobs::answer(text_of(all, configuration.machine));
    return 0;
  }
  Json policies = Json::array();
  for (const sim::PolicyStorage& storage : all)
    policies.push_back(policy_json(storage, configuration.machine));
  const Json report = {{"machine", request.machine},
                       {"policies", policies},
                       {"arrays", arrays_json(configuration.machine)}};
  fmt::print("{}\n", report.dump(2));
  return 0;
}

}  // namespace heddle::cli
