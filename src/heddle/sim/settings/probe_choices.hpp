// The probes that the options of a run request. The registry contains all probes, so this file does
// not name any.
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

/// Returns all probes, in the order in which results and listings show them.
const std::vector<policy::PolicyInfo>& probe_infos();

/// Returns a new probe with this name, or null if there is no such probe.
std::unique_ptr<probe::Probe> make_probe(std::string_view name);

/// Returns the prefix of the keys of the probe's options: "run." or "probe.NAME.".
std::string probe_prefix(std::string_view name, const probe::Probe& probe);

/// Returns the options of the probe, with their values.
std::vector<ParameterRow> probe_rows(std::string_view name, probe::Probe& probe);

class ProbeChoices {
 public:
  /// Reads the options of all probes.
  void read(SettingReader& reader, const Settings& settings);
  /// Throws Error if the options of a requested probe contradict each other or the machine, or if
  /// the probe does not work with the organisation's warps.
  void check(const probe::MachineSize& machine, const std::string& organisation,
             const policy::Shape& shape) const;

  /// Creates the probes that the options request, with their options set.
  Probes make() const;
  /// Whether a requested probe needs programs with annotations.
  bool need_annotations() const;
  /// Whether a requested probe needs programs with their source text.
  bool need_source() const;
  /// An option that requests a probe whose file the user wants to keep, and whether this file is a
  /// table. needs_folder() returns the first such option, or nothing if there is none.
  struct KeptFile {
    std::string key;
    bool is_table = false;
  };
  std::optional<KeptFile> needs_folder() const;
  /// Returns the options of all probes, with their values.
  std::vector<ParameterRow> rows() const;

 private:
  std::unique_ptr<probe::Probe> made(std::string_view name) const;

  Settings options_;  ///< of all probes, by full key
};

}  // namespace heddle::sim
