// The configurations of cells: the values of all parameters of the machine, the policies, the
// compiler and the run, as in config.toml. Cells with equal values share one configuration.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "heddle/sim/settings/configuration.hpp"
#include "study/plan/cell.hpp"
#include "study/plan/command_lines.hpp"
#include "study/sources/source_manifest.hpp"

namespace heddle::study {

struct ResolvedParameter {
  std::string key;  ///< key of config.toml: "l1.bytes", "policies.throttle"
  std::string value;
};

struct ResolvedConfiguration {
  std::vector<ResolvedParameter> parameters;
  std::string hash;  ///< hash of all parameters
  PolicyNames policies;
};

/// The configuration of the cell's run. The path of a machine file may be relative to `folder`.
/// Throws Error with the name of the cell if its settings are wrong.
sim::Configuration configuration_of(const Cell& cell, const std::filesystem::path& folder);

/// Resolves the settings of the cell. The path of a machine file may be relative to `folder`.
/// Throws Error with the name of the cell if its settings are wrong.
ResolvedConfiguration resolve(const Cell& cell, const std::filesystem::path& folder);

class Configurations {
 public:
  /// Resolves the settings of all cells. Throws Error as resolve() does, and for options that
  /// `heddle corun` refuses.
  Configurations(std::span<const Cell> cells, const std::filesystem::path& folder,
                 const CommandLines& lines);

  /// The distinct configurations, in the order in which cells first use them.
  const std::vector<ResolvedConfiguration>& all() const { return all_; }
  /// The index in all() of the cell's configuration.
  std::size_t number(std::size_t cell) const { return numbers_[cell]; }
  const ResolvedConfiguration& of(std::size_t cell) const { return all_[numbers_[cell]]; }

 private:
  std::vector<ResolvedConfiguration> all_;
  std::vector<std::size_t> numbers_;  ///< for each cell, the index in all_
};

/// The words of `heddle corun` for a cell of programs that share the GPU. Leaves out the files of
/// the programs and the options for output.
std::vector<std::string> corun_words(const Cell& cell, const std::filesystem::path& folder);

/// The argument of --machine: a name, or the absolute path of a file. In `machine` the path may be
/// relative to `folder`.
std::string machine_argument(const std::string& machine, const std::filesystem::path& folder);

}  // namespace heddle::study
