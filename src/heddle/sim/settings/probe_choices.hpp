// The probes of a run: those that their options ask for. The registry has the probes; nothing here
// names one.
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

/// A new probe of that name, or null.
std::unique_ptr<probe::Probe> make_probe(std::string_view name);

/// What the keys of the probe's options begin with: "run." or "probe.NAME.".
std::string probe_prefix(std::string_view name, const probe::Probe& probe);

/// The options of the probe with their values.
std::vector<ParameterRow> probe_rows(std::string_view name, probe::Probe& probe);

class ProbeChoices {
 public:
  /// Reads the options of all probes.
  void read(SettingReader& reader, const Settings& settings);
  /// Throws Error if the options of a probe contradict each other or the machine, or if the probe
  /// cannot watch warps of this shape, which the organisation has.
  void check(const probe::MachineSize& machine, const std::string& organisation,
             const policy::Shape& shape) const;

  /// New probes with their options set: those that are asked for.
  Probes make() const;
  /// Whether a probe that is asked for needs programs with annotations.
  bool need_annotations() const;
  /// Whether one needs programs with their source text.
  bool need_source() const;
  /// The first option of a probe whose file is made to be kept, and whether that file is a table;
  /// nothing: no such probe is asked for.
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
