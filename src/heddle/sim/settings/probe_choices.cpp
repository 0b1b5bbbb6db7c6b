#include "heddle/sim/settings/probe_choices.hpp"

#include <algorithm>

#include "heddle/base/error.hpp"

namespace heddle::sim {
namespace {

const policy::Registry<probe::Probe>& registry() {
  return policy::Registry<probe::Probe>::instance();
}

std::vector<policy::PolicyInfo> sorted_infos() {
  std::vector<policy::PolicyInfo> infos = registry().list();
  std::ranges::stable_sort(infos, {}, [](const policy::PolicyInfo& info) {
    return registry().make(info.name)->place();
  });
  return infos;
}

}  // namespace

const std::vector<policy::PolicyInfo>& probe_infos() {
  static const std::vector<policy::PolicyInfo> infos = sorted_infos();
  return infos;
}

std::unique_ptr<probe::Probe> make_probe(std::string_view name) { return registry().make(name); }

std::string probe_prefix(std::string_view name, const probe::Probe& probe) {
  const std::string_view own = probe.prefix();
  return own.empty() ? fmt::format("{}.{}.", probe::Probe::kKind, name) : fmt::format("{}.", own);
}

std::vector<ParameterRow> probe_rows(std::string_view name, probe::Probe& probe) {
  ParameterRows rows(probe_prefix(name, probe));
  probe.describe(rows);
  return rows.rows;
}

void ProbeChoices::read(SettingReader& reader, const Settings& settings) {
  options_.clear();
  for (const policy::PolicyInfo& info : probe_infos()) {
    const auto probe = make_probe(info.name);
    const std::string prefix = probe_prefix(info.name, *probe);
    reader.read(prefix.substr(0, prefix.size() - 1), *probe);
    for (const ParameterRow& row : probe_rows(info.name, *probe)) {
      if (const auto set = settings.find(row.key); set != settings.end()) options_.insert(*set);
    }
  }
}

std::unique_ptr<probe::Probe> ProbeChoices::made(std::string_view name) const {
  auto probe = make_probe(name);
  const std::string prefix = probe_prefix(name, *probe);
  SettingReader(options_).read(prefix.substr(0, prefix.size() - 1), *probe);
  return probe;
}

void ProbeChoices::check(const probe::MachineSize& machine, const std::string& organisation,
                         const policy::Shape& shape) const {
  for (const policy::PolicyInfo& info : probe_infos()) {
    const auto probe = made(info.name);
    probe->check(machine);
    if (probe->is_on() && probe->needs_one_l1() && machine.kernels_size_l1) {
      fail(
          "{} needs an L1 of one capacity, and here kernels choose what shared memory leaves to it "
          "(sm.shared_sizes): drop it, or --set sm.shared_sizes=single",
          probe_rows(info.name, *probe).front().key);
    }
    if (!probe->is_on() || !probe->tells_warps_apart() || !shape.forms_warps()) continue;
    fail(
        "{} tells apart the warps that make accesses, and organisation {} puts threads of several "
        "warps into one: drop it, or --set organisation=spatial",
        probe_rows(info.name, *probe).front().key, organisation);
  }
}

Probes ProbeChoices::make() const {
  Probes probes;
  for (const policy::PolicyInfo& info : probe_infos()) {
    if (auto probe = made(info.name); probe->is_on()) probes.push_back(std::move(probe));
  }
  return probes;
}

bool ProbeChoices::need_annotations() const {
  return std::ranges::any_of(make(), [](const auto& probe) { return probe->needs_annotations(); });
}

bool ProbeChoices::need_source() const {
  return std::ranges::any_of(make(), [](const auto& probe) { return probe->needs_source(); });
}

std::optional<ProbeChoices::KeptFile> ProbeChoices::needs_folder() const {
  for (const policy::PolicyInfo& info : probe_infos()) {
    const auto probe = made(info.name);
    const probe::Output output = probe->output();
    if (!probe->is_on() || !output.needs_folder) continue;
    return KeptFile{probe_rows(info.name, *probe).front().key,
                    output.growth == probe::Growth::by_launch};
  }
  return std::nullopt;
}

std::vector<ParameterRow> ProbeChoices::rows() const {
  std::vector<ParameterRow> all;
  for (const policy::PolicyInfo& info : probe_infos()) {
    for (ParameterRow& row : probe_rows(info.name, *made(info.name))) all.push_back(std::move(row));
  }
  return all;
}

}  // namespace heddle::sim
