// The probes of a run: those that its options request. The registry contains all probes; this file
// names none.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "heddle/policy/organisation/organisation.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/probe/probe.hpp"
#include "heddle/sim/settings/parameter_rows.hpp"
#include "heddle/sim/settings/setting_reader.hpp"

namespace heddle::sim {

using Probes = std::vector<std::unique_ptr<probe::Probe>>;

/// All probes, in the order of results and listings.
const std::vector<policy::PolicyInfo>& probe_infos();

/// Returns a new probe of that name, or null if there is none.
std::unique_ptr<probe::Probe> make_probe(std::string_view name);

/// The prefix of the keys of the probe's options: "run." or "probe.NAME.".
std::string probe_prefix(std::string_view name, const probe::Probe& probe);

/// The options of the probe with their values.
std::vector<ParameterRow> probe_rows(std::string_view name, probe::Probe& probe);

class ProbeChoices {
 public:
  /// Reads the options of all probes.
  void read(SettingReader& reader, const Settings& settings);
  /// Throws Error if the options of a probe contradict each other or the machine, or if the probe
  /// cannot watch warps of the organisation's shape.
  void check(const probe::MachineSize& machine, const std::string& organisation,
             const policy::Shape& shape) const;

  /// Makes the probes that the options request, with their options set.
  Probes make() const;
  /// Whether a requested probe needs programs with annotations.
  bool need_annotations() const;
  /// Whether a requested probe needs programs with their source text.
  bool need_source() const;
  /// The first option that requests a probe whose file the user wants to keep, and whether this
  /// file is a table. Nothing: no option requests such a probe.
  struct KeptFile {
    std::string key;
    bool is_table = false;
  };
  std::optional<KeptFile> needs_folder() const;
  /// The options of all probes with their values.
  std::vector<ParameterRow> rows() const;

 private:
  std::unique_ptr<probe::Probe> made(std::string_view name) const;

  Settings options_;  ///< of all probes, by full key
};

}  // namespace heddle::sim
