// The configuration of a run: the machine, the policies and the run's options, resolved from
// machine files, the user's files and `--set`. heddle saves the resolved configuration with the
// results as TOML; the saved file gives the same configuration again. `heddle run` hands the
// configuration to the processes of a program through that file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "heddle/compile/code/options.hpp"
#include "heddle/gpu/chip/machine.hpp"
#include "heddle/sim/settings/kernel_registers.hpp"
#include "heddle/sim/settings/policies.hpp"
#include "heddle/sim/settings/probe_choices.hpp"
#include "heddle/sim/settings/run_options.hpp"
#include "heddle/sim/settings/tenants_by.hpp"

namespace heddle::sim {

inline constexpr const char* kDefaultMachine = "gtx480";

/// Environment variable with the absolute path of the run folder. The folder holds config.toml, the
/// resolved configuration. Each process that uses a device writes its journal there.
inline constexpr const char* kRunFolderVariable = "HEDDLE_RUN_FOLDER";
inline constexpr const char* kResolvedFile = "config.toml";

/// The user's request. Later members override earlier ones.
struct ConfigurationRequest {
  std::optional<std::string> machine;  ///< name or path
  std::vector<std::filesystem::path> files;
  std::vector<std::string> assignments;  ///< "key=value"
  Settings options;                      ///< settings made by command-line options
  bool runs = true;  ///< false: settings without effect are accepted, since nothing runs
};

struct Configuration {
  gpu::MachineSpec machine;
  PolicyChoices policies;
  CorunOptions corun;
  compile::Options compiler;
  KernelRegisters kernel_registers;
  RunOptions run;
  ProbeChoices probes;
  std::filesystem::path run_folder;  ///< folder of the journals; empty: no journals

  /// Resolves the request. Throws Error for an unknown machine, key or policy, for a wrong type,
  /// and for a value out of range.
  static Configuration resolve(const ConfigurationRequest& request);

  /// The configuration that `heddle run` prepared for this process. Without `heddle run`, the
  /// default machine; no results are recorded then.
  static Configuration from_environment();

  /// Throws Error if a policy cannot use its input file.
  void check_files() const;

  /// All parameters with their values: machine, chosen policies, compiler, kernels, run options.
  std::vector<ParameterRow> rows() const;

  /// Returns the options of `compiler`, completed with facts about the machine.
  compile::Options compiler_options() const;
  /// Returns whether the run uses policies of the kind. It uses a gang scheduler only if the
  /// organisation has gangs, and a policy for a cache's replacement ("l1.replacement") only if the
  /// replacement is not lru.
  bool asks(std::string_view kind) const;

  std::string to_toml() const;
};

/// All parameters at their defaults, including the parameters of policies that are not chosen.
std::vector<ParameterRow> all_parameters();

}  // namespace heddle::sim
