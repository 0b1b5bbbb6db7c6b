// A cell of a sweep's matrix. A cell is one run: the labels of the run, and the values for its
// command line.
#pragma once

#include <array>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "study/catalogue/catalogue.hpp"
#include "study/plan/sweep_file.hpp"
#include "study/results/run_columns.hpp"

namespace heddle::study {

/// Placeholder in a setting for the file of the profile that an earlier run writes.
inline constexpr std::string_view kProfilePlace = "{profile}";

/// The earlier run whose profile replaces kProfilePlace in the settings of a cell.
struct CellProfile {
  std::vector<std::string> arguments;    ///< of the workload
  std::vector<std::string> assignments;  ///< all settings of the earlier run, "key=value"
  std::string file;                      ///< name in the output folder of the earlier run
};

struct Cell {
  std::string workload;  ///< name of the workload or program, or of captures: "BP+CFD"
  std::string paper;     ///< study that states the arguments, or ""
  std::string size;      ///< "" for a program of the user and for explicit arguments
  std::vector<std::string> arguments;
  std::string machine;                                       ///< name in the sweep's file
  std::string registers;                                     ///< "own" or "published"
  std::string setting;                                       ///< names of the choices, joined by +
  std::vector<std::pair<std::string, std::string>> choices;  ///< (axis, choice)

  std::vector<std::string> assignments;   ///< all settings, "key=value"
  const SweepProgram* program = nullptr;  ///< program of the user; null: a workload, or `together`
  /// What the machine must have for the cell to stay; null: it stays on any machine, because the
  /// workload needs nothing or the sweep names it.
  const Needs* needs = nullptr;
  /// Captures that share the GPU. If there are any, `arguments` are options of `heddle corun`.
  std::vector<const SweepCapture*> together;

  std::optional<CellProfile> profile = {};  ///< none: no profile is needed

  /// The labels of the cell, one for each of kRunColumns.
  std::array<std::string, std::size(kRunColumns)> labels() const;
  /// The labels of the cell, as in "bfs tiny gtx480 gto".
  std::string text() const;
};

struct ExpandedSweep {
  /// The cells of all matrices in the order of the file, without repetitions. The cells point into
  /// the sweep and the catalogue.
  std::vector<Cell> cells;
  /// A line for each workload and machine whose cells were left out, as in "gemm_mma on gtx480:
  /// device.compute_capability is 7.5, and not 8 or more".
  std::vector<std::string> left_out;
};

/// Makes the cells of a sweep. A workload that a pattern or a study chooses has no cells on a
/// machine that lacks what it needs. Throws Error for a name that does not exist and for a matrix
/// or a sweep without cells.
ExpandedSweep expand(const SweepFile& sweep, const Catalogue& catalogue);

}  // namespace heddle::study
