// A study's experiment, which is a folder of experiments/. The folder has the matrix of runs
// (matrix.toml), the claims (claims.csv), the SQL that measures each claim in the results
// (measures.sql), and the figures (experiment.toml). experiments/README.md describes the format.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "study/claims/claim.hpp"

namespace heddle::study {

/// Environment variable with the path of another folder of experiments.
inline constexpr const char* kExperimentsVariable = "HEDDLE_EXPERIMENTS";

struct Figure {
  std::string name;  ///< name of the file
  std::string title;
  bool bars = true;             ///< whether the figure has bars; else lines
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

struct Experiment {
  std::string name;
  std::string title;
  std::string study;              ///< key in papers.toml
  bool has_expectations = false;  ///< whether the claims are heddle's own expectations
  std::filesystem::path folder;
  std::vector<Claim> claims;
  std::string measures;  ///< measures.sql, which makes the view measured_claims
  /// Reasons why claims cannot be measured, by id or pattern of the claim.
  std::map<std::string, std::string> reasons;
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
};

/// The names of all experiments in the folder, sorted.
std::vector<std::string> experiment_names(const std::filesystem::path& folder);

/// Reads all experiments in the folder, in the order of their names. Throws Error for a mistake in
/// a file.
std::vector<Experiment> read_experiments(const std::filesystem::path& folder);

/// Reads one experiment. Throws Error for a name that does not exist, and for a mistake in a file.
Experiment read_experiment(const std::filesystem::path& folder, const std::string& name);

}  // namespace heddle::study
