// What the results of an experiment's runs say of each claim: measures.sql is run in the results,
// beside tables of what the study and the suite say.
#pragma once

#include <string>
#include <vector>

#include "cli/reproduce/experiment.hpp"
#include "cli/reproduce/verdict.hpp"
#include "cli/results/database.hpp"
#include "cli/suite/catalogue.hpp"

namespace heddle::cli {

struct ClaimResult {
  Claim claim;
  Measured measured;
  Verdict verdict = Verdict::missing;
  std::string reason;  ///< of a claim that is not measurable

  /// "1.12", "pro < gto", "-".
  std::string measured_text() const;
};

struct FigurePoint {
  std::string x, series;
  std::optional<double> y, paper;  ///< none: not measured; not stated
};

struct FigureData {
  Figure figure;
  std::vector<FigurePoint> points;
};

/// For which registers the results have runs: "own", "published".
std::vector<std::string> register_counts(Database& results);

/// Looks at the runs with one choice of registers.
class Evaluation {
 public:
  /// Opens the results anew and makes temporary tables and views in the connection: labels,
  /// kernel_labels, claims, registers_used, those of shared.sql and of measures.sql. Throws Error
  /// for SQL that is wrong.
  Evaluation(const Experiment& experiment, const Catalogue& catalogue,
             const std::filesystem::path& results, const std::string& register_count);

  /// A result for each claim, in their order; one that measures.sql has no value of is missing.
  /// Throws Error if measures.sql measures a claim that does not exist.
  std::vector<ClaimResult> claims();
  std::vector<FigureData> figures();

 private:
  const Experiment& experiment_;
  Database results_;
};

}  // namespace heddle::cli
