// The configuration of a run: the machine, the policies and the run's options, resolved from
// machine files, the user's files and `--set`. heddle saves the resolved configuration as TOML
// beside the results. Read again, the saved file gives the same configuration. `heddle run` passes
// the configuration to the processes of a program through this file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/compile/options.hpp"
#include "heddle/gpu/chip/machine.hpp"
#include "heddle/sim/settings/kernel_registers.hpp"
#include "heddle/sim/settings/policies.hpp"
#include "heddle/sim/settings/policy_libraries.hpp"
#include "heddle/sim/settings/probe_choices.hpp"
#include "heddle/sim/settings/run_options.hpp"
#include "heddle/sim/settings/tenants_by.hpp"

namespace heddle::sim {

inline constexpr const char* kDefaultMachine = "gtx480";

/// Environment variable with the absolute path of the run folder. The run folder contains
/// config.toml, the resolved configuration. Each process that uses a device writes its journal into
/// this folder.
inline constexpr const char* kRunFolderVariable = "HEDDLE_RUN_FOLDER";
inline constexpr const char* kResolvedFile = "config.toml";
/// Beginning of the keys in files that choose policies. On the command line the keys have no such
/// beginning.
inline constexpr std::string_view kPolicyTable = "policies.";

/// The settings that the user requests. A later member overrides earlier members.
struct ConfigurationRequest {
  std::optional<std::string> machine;  ///< name of a machine, or path of its file
  std::vector<std::filesystem::path> files;
  std::vector<std::string> assignments;          ///< "key=value"
  std::vector<std::filesystem::path> libraries;  ///< policy libraries, of the option --policy
  Settings options;                              ///< settings made by command-line options
  bool runs = true;  ///< false: nothing will run, so settings without effect are accepted
};

struct Configuration {
  gpu::MachineSpec machine;
  PolicyLibraries libraries;
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

  /// Returns the configuration that `heddle run` prepared for this process. Without `heddle run`,
  /// returns the default machine without a run folder, so no results are recorded.
  static Configuration from_environment();

  /// Throws Error if a policy cannot use its input file.
  void check_files() const;
  /// Throws Error if the sharing policy shares the GPU among tenants and the launches of a program
  /// are of none. `heddle corun` makes each program a tenant, so it does not call this function.
  void check_tenants() const;

  /// Returns all parameters with their values: those of the machine, of the chosen policies, of the
  /// compiler and of kernels, and the run options.
  std::vector<ParameterRow> rows() const;

  /// Returns the options of `compiler`, completed with facts about the machine.
  compile::Options compiler_options() const;
  /// Returns whether the run uses policies of the kind, or the policy that the key
  /// ("l1.replacement") chooses. A gang scheduler is used only if the organisation has gangs, and a
  /// preemption policy only if a trigger sends signals. If the default of a kind decides nothing, a
  /// run with the default uses no policy of the kind.
  bool asks(std::string_view key) const;

  /// Returns LaunchShape::yield_after of all launches: sm.yield_after if the machine schedules each
  /// thread of a warp by itself, else 0. It cannot do so, and keeps the stack, if the organisation
  /// cuts warps or forms them, if the compiler writes scalar registers, which one path could change
  /// while another one needs them, or if run.check_scalars checks the compiler's rule for scalars.
  std::uint32_t yield_after() const;

  /// Returns the bytes of device memory that allocations may take: device.memory_bytes, or, if
  /// memory grows (run.grow_memory), at least the bytes of the host's memory.
  std::uint64_t memory_room() const;

  std::string to_toml() const;

 private:
  /// Returns the shape of the SMs.
  policy::Shape shape() const;
};

/// Returns all parameters with their default values, including the parameters of policies that are
/// not chosen.
std::vector<ParameterRow> all_parameters();

}  // namespace heddle::sim
