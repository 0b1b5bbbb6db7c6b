// A study's experiment, which is a folder of experiments/. The folder has the matrix of runs
// (matrix.toml), the claims (claims.csv, and tables of what was measured on chips), the SQL that
// measures each claim in the results (measures.sql), and the figures (experiment.toml).
// experiments/README.md describes the format.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "study/claims/chip_table.hpp"
#include "study/claims/claim.hpp"

namespace heddle::study {

/// Environment variable with the path of another folder of experiments.
inline constexpr const char* kExperimentsVariable = "HEDDLE_EXPERIMENTS";

/// Why a row of a chip is not simulated.
inline constexpr const char* kNoStandIn =
    "no workload stands for this program; --programs DIR runs the program";

enum class FigureKind : std::uint8_t {
  bars,
  lines,
  correlation,  ///< a dot for each row: the simulated value over the chip's value
};
inline constexpr std::array<std::string_view, 3> kFigureKinds = {"bars", "lines", "correlation"};

struct Figure {
  std::string name;  ///< name of the file
  std::string title;
  FigureKind kind = FigureKind::bars;
  std::string x, y;             ///< names of the axes, with units
  std::string query;            ///< SQL for rows of x, series, y and, optionally, the study's value
  bool logarithmic = false;     ///< whether the x axis of lines is logarithmic
  std::optional<double> level;  ///< value of a reference line, such as 1 for ratios
};

/// Runs for which the study says that the program fails. Their failure is a measurement, not an
/// error.
struct MeantToFail {
  std::string workload, setting;
  std::string reason;
};

/// A table [[cost]]: a machine and settings whose storage the claims need. `heddle cost --machine
/// NAME --set KEY=VALUE` computes the same storage.
struct CostQuestion {
  std::string name;
  std::string machine;
  std::vector<std::string> assignments;  ///< "key=value"
};

/// Who made the claims of an experiment.
enum class ClaimSource : std::uint8_t {
  study,
  expectations,  ///< heddle's own expectations
  chip,          ///< measurements of a chip
};
inline constexpr std::array<std::string_view, 3> kClaimSources = {"study", "expectations", "chip"};

/// The register counts whose table decides how a study is judged, where it was run with both.
struct DecidingRegisters {
  std::string registers;  ///< "own": counted by heddle's compiler; "published": the study's
  std::string reason;
};

struct Experiment {
  std::string name;
  std::string title;
  std::string study;  ///< key in papers.toml
  ClaimSource claim_source = ClaimSource::study;
  std::filesystem::path folder;
  std::vector<Claim> claims;       ///< those of claims.csv, then those of `chips`
  std::vector<ChipTable> chips;    ///< what was measured on chips
  std::filesystem::path programs;  ///< folder of the user with the chips' programs, or ""
  std::string measures;            ///< measures.sql, which makes the view measured_claims
  /// Reasons why claims cannot be measured, by id or pattern of the claim.
  std::map<std::string, std::string> reasons;
  /// Why heddle's value of a claim is an input and no result, by id or pattern of the claim.
  std::map<std::string, std::string> givens;
  std::optional<DecidingRegisters> deciding;  ///< none: all tables have the same registers
  std::map<std::string, std::string> causes;  ///< why headline claims are contradicted; key: id
  std::vector<MeantToFail> meant_to_fail;
  std::vector<CostQuestion> costs;
  std::vector<Figure> figures;

  std::filesystem::path matrix() const { return folder / "matrix.toml"; }
  /// The first sentence of the title, as in "PRO: progress-aware warp scheduling".
  std::string short_title() const;
  /// The title after its first sentence: authors, publication and year; "" if there is no more.
  std::string source() const;
  /// Why the claim cannot be measured; null if it can.
  const std::string* reason(const Claim& claim) const;
  /// Why heddle's value of the claim is an input; null if it is a result.
  const std::string* given(const Claim& claim) const;
};

/// The names of all experiments in the folder, sorted.
std::vector<std::string> experiment_names(const std::filesystem::path& folder);

/// Reads all experiments in the folder, in the order of their names. Throws Error for a mistake in
/// a file.
std::vector<Experiment> read_experiments(const std::filesystem::path& folder);

/// Reads one experiment. Throws Error for a name that does not exist, and for a mistake in a file.
Experiment read_experiment(const std::filesystem::path& folder, const std::string& name);

}  // namespace heddle::study
