// What the settings of cells come to: every parameter of the machine, the policies, the compiler
// and the run, as `config.toml` would say them. Cells with the same settings share one.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "study/plan/cell.hpp"
#include "study/plan/command_lines.hpp"
#include "study/sources/source_manifest.hpp"

namespace heddle::study {

struct ResolvedParameter {
  std::string key;  ///< of config.toml, with dots: "l1.bytes", "policies.throttle"
  std::string value;
};

struct ResolvedConfiguration {
  std::vector<ResolvedParameter> parameters;
  std::string hash;  ///< of all of them
  PolicyNames policies;
};

/// Throws Error naming the cell whose settings are wrong. A machine's file may begin at `folder`.
ResolvedConfiguration resolve(const Cell& cell, const std::filesystem::path& folder);

class Configurations {
 public:
  /// Resolves the settings of each cell. Throws Error as resolve() does, and for options of
  /// `heddle corun` that it would refuse.
  Configurations(std::span<const Cell> cells, const std::filesystem::path& folder,
                 const CommandLines& lines);

  /// Those that differ, in the order of the first cells that have them.
  const std::vector<ResolvedConfiguration>& all() const { return all_; }
  /// Which of all() the cell has.
  std::size_t number(std::size_t cell) const { return numbers_[cell]; }
  const ResolvedConfiguration& of(std::size_t cell) const { return all_[numbers_[cell]]; }

 private:
  std::vector<ResolvedConfiguration> all_;
  std::vector<std::size_t> numbers_;  ///< by cell
};

/// The command line of `heddle corun` for a cell of programs that share the GPU, without these and
/// without outputs.
std::vector<std::string> corun_words(const Cell& cell, const std::filesystem::path& folder);

/// The machine as `heddle run` takes it: a name, or the path of a file, which may begin at
/// `folder`.
std::string machine_argument(const std::string& machine, const std::filesystem::path& folder);

}  // namespace heddle::study
