// A cell of a sweep's matrix: one run, with what tells it from the others and what it takes to
// start it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "study/catalogue/catalogue.hpp"
#include "study/plan/sweep_file.hpp"

namespace heddle::study {

/// In a setting: the file of the profile that an earlier run leaves.
inline constexpr std::string_view kProfilePlace = "{profile}";

struct Cell {
  std::string workload;  ///< its name, that of the user's program, or of captures: "BP+CFD"
  std::string paper;     ///< the study whose shape it has, or ""
  std::string size;      ///< "" of a program
  std::vector<std::string> arguments;
  std::string machine;    ///< as the sweep's file names it
  std::string registers;  ///< "own" or "published"
  std::string setting;    ///< the names of its choices, joined by +
  std::vector<std::pair<std::string, std::string>> choices;  ///< by axis

  std::vector<std::string> assignments;   ///< all its settings, "key=value"
  const SweepProgram* program = nullptr;  ///< the user's; null: a workload, or `together`
  /// Programs that share the GPU; `arguments` are then options of `heddle corun`.
  std::vector<const SweepCapture*> together;

  /// Arguments of the earlier run that it needs the profile of, kProfilePlace in its settings; or
  /// none.
  std::vector<std::string> profile_arguments;

  /// "bfs tiny gtx480 gto".
  std::string text() const;
};

/// All cells of all matrices, each once, in the order of the file. They point into `sweep`. Throws
/// Error for a name that does not exist and for a matrix without cells.
std::vector<Cell> expand(const SweepFile& sweep, const Catalogue& catalogue);

}  // namespace heddle::study
