// A study's experiment as data, a folder of experiments/: what runs (matrix.toml), what the study
// claims (claims.csv), how each claim is measured from the results (measures.sql), and what is
// drawn (experiment.toml). experiments/README.md is the format's description.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "study/claims/claim.hpp"

namespace heddle::study {

/// Environment variable that names another folder of experiments.
inline constexpr const char* kExperimentsVariable = "HEDDLE_EXPERIMENTS";

struct Figure {
  std::string name;  ///< of its file
  std::string title;
  bool bars = true;             ///< else lines
  std::string x, y;             ///< what the axes show, with the unit
  std::string query;            ///< rows of x, series, y and, where the study states it, its value
  bool logarithmic = false;     ///< the x axis of lines
  std::optional<double> level;  ///< a horizontal line, as at 1 of a ratio
};

/// Runs in which a study says that a program fails: that they do is a measurement.
struct MeantToFail {
  std::string workload, setting;
  std::string reason;
};

/// A machine whose storage the claims ask for, as `heddle cost --machine NAME --set KEY=VALUE`.
struct CostQuestion {
  std::string name;
  std::string machine;
  std::vector<std::string> assignments;  ///< "key=value"
};

struct Experiment {
  std::string name;
  std::string title;
  std::string study;              ///< of papers.toml
  bool has_expectations = false;  ///< its claims are expectations of ours, of no study
  std::filesystem::path folder;
  std::vector<Claim> claims;
  std::string measures;                        ///< SQL that makes the view measured_claims
  std::map<std::string, std::string> reasons;  ///< why a claim cannot be measured, by id or pattern
  std::map<std::string, std::string> causes;   ///< why a headline claim is contradicted, by id
  std::vector<MeantToFail> meant_to_fail;
  std::vector<CostQuestion> costs;
  std::vector<Figure> figures;

  std::filesystem::path matrix() const { return folder / "matrix.toml"; }
  /// The first sentence of the title: "PRO: progress-aware warp scheduling".
  std::string short_title() const;
  /// The rest of the title: authors, where and when; "" if it has one sentence.
  std::string source() const;
  /// Why the claim cannot be measured; null if it can.
  const std::string* reason(const Claim& claim) const;
};

/// Names of all experiments in the folder.
std::vector<std::string> experiment_names(const std::filesystem::path& folder);

/// All experiments in the folder, by name. Throws Error for what is wrong in their files.
std::vector<Experiment> read_experiments(const std::filesystem::path& folder);

/// Throws Error for a name that does not exist, and for what is wrong in its files.
Experiment read_experiment(const std::filesystem::path& folder, const std::string& name);

}  // namespace heddle::study
