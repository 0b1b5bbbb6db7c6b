// What a run simulates and how: the machine, the policies and the run's options, resolved from
// machine files, the user's files and `--set`. A resolved configuration is saved with the results
// as TOML, reads back as itself, and is how `heddle run` tells the processes of a program what
// device to give them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "heddle/compile/options.hpp"
#include "heddle/gpu/machine.hpp"
#include "heddle/sim/kernel_registers.hpp"
#include "heddle/sim/policies.hpp"
#include "heddle/sim/run_options.hpp"

namespace heddle::sim {

inline constexpr const char* kDefaultMachine = "gtx480";

/// Environment variable with the absolute path of a run folder: "config.toml" in it is the resolved
/// configuration, and each process that uses a device leaves its journal there.
inline constexpr const char* kRunFolderVariable = "HEDDLE_RUN_FOLDER";
inline constexpr const char* kResolvedFile = "config.toml";

/// What the user asked for; later members win over earlier ones.
struct ConfigurationRequest {
  std::optional<std::string> machine;  ///< name or path
  std::vector<std::filesystem::path> files;
  std::vector<std::string> assignments;  ///< "key=value"
  Settings options;                      ///< of the command line's own options
};

struct Configuration {
  gpu::MachineSpec machine;
  PolicyChoices policies;
  compile::Options compiler;
  KernelRegisters kernel_registers;
  RunOptions run;
  std::filesystem::path run_folder;  ///< where processes leave their journals; empty: nowhere

  /// Throws Error: unknown machine, key or policy, wrong type, value out of range.
  static Configuration resolve(const ConfigurationRequest& request);

  /// Of a program's process: the configuration that `heddle run` prepared; without `heddle run`,
  /// the default machine with no record of results.
  static Configuration from_environment();

  /// Throws if a file that a policy is to read cannot be used.
  void check_files() const;

  /// Every parameter with its value: machine, chosen policies, compiler, kernels, run options.
  std::vector<ParameterRow> rows() const;

  /// Those of `compiler`, for the machine.
  compile::Options compiler_options() const;

  std::string to_toml() const;
};

/// Every parameter that exists, at its default: those of all policies, chosen or not.
std::vector<ParameterRow> all_parameters();

}  // namespace heddle::sim
