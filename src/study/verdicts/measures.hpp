// Measures the claims of an experiment. Runs measures.sql on the results of a sweep and on tables
// with the values of the study and of the catalogue. Each measured value gives a verdict.
#pragma once

#include <string>
#include <vector>

#include "study/catalogue/catalogue.hpp"
#include "study/claims/experiment.hpp"
#include "study/results/database.hpp"
#include "study/verdicts/judged_claim.hpp"
#include "study/verdicts/variant.hpp"

namespace heddle::study {

struct FigurePoint {
  std::string x, series;
  std::optional<double> y, paper;  ///< measured value; the study's value
  std::string name = {};           ///< what the point is, in a correlation
};

struct FigureData {
  Figure figure;
  std::vector<FigurePoint> points;
};

/// Measures the claims of an experiment in the runs of one variant.
class Measures {
 public:
  /// Opens a new connection to the results. In this connection, makes the temporary tables and
  /// views labels, kernel_labels, claims, looked_at and settings. Also makes those of
  /// cost_tables.hpp, chip_rows.hpp, shared.sql and measures.sql. Throws Error for wrong SQL.
  Measures(const Experiment& experiment, const Catalogue& catalogue,
           const std::filesystem::path& results, const Variant& variant);

  /// The claims with their verdicts, in the order of claims.csv. A claim without a value from
  /// measures.sql is `missing`. Throws Error if measures.sql measures a claim that does not exist.
  std::vector<JudgedClaim> claims();
  std::vector<FigureData> figures();  ///< the points of all figures

 private:
  Statement statement(const std::string& sql, const std::string& place);
  void count_runs(JudgedClaim& judged);

  const Experiment& experiment_;
  Database results_;
};

}  // namespace heddle::study
