// The measures of an experiment's claims: measures.sql is run in the results of a sweep, beside
// tables of what the study and the workloads' catalogue say, and a verdict follows from each value.
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
  std::optional<double> y, paper;  ///< none: not measured; not stated
};

struct FigureData {
  Figure figure;
  std::vector<FigurePoint> points;
};

/// Looks at the runs of one variant.
class Measures {
 public:
  /// Opens the results anew and makes temporary tables and views in the connection: labels,
  /// kernel_labels, claims, looked_at, settings, those of cost_tables.hpp, of shared.sql and of
  /// measures.sql. Throws Error for SQL that is wrong.
  Measures(const Experiment& experiment, const Catalogue& catalogue,
           const std::filesystem::path& results, const Variant& variant);

  /// Each claim with its verdict, in their order; one that measures.sql has no value of is missing.
  /// Throws Error if measures.sql measures a claim that does not exist.
  std::vector<JudgedClaim> claims();
  std::vector<FigureData> figures();

 private:
  Statement statement(const std::string& sql, const std::string& place);
  void count_runs(JudgedClaim& judged);

  const Experiment& experiment_;
  Database results_;
};

}  // namespace heddle::study
