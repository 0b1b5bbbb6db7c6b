// What the results of an experiment's runs say of each claim: measures.sql is run in the results,
// beside tables of what the study and the suite say.
#pragma once

#include <string>
#include <vector>

#include "study/catalogue/catalogue.hpp"
#include "study/claims/experiment.hpp"
#include "study/results/database.hpp"
#include "study/verdicts/variant.hpp"
#include "study/verdicts/verdict.hpp"

namespace heddle::study {

struct ClaimResult {
  Claim claim;
  Measured measured;
  Verdict verdict = Verdict::missing;
  std::string reason;  ///< of a claim that is not measurable
  /// Runs that its value may be of, and how many of these are ok: a mean leaves out the others.
  std::size_t runs = 0, runs_ok = 0;

  /// "1.12", "pro < gto", "-".
  std::string measured_text() const;
  /// The measured effect over the study's: "0.71"; of the same sign alone "0.08, under a tenth",
  /// "3.40, over three times"; "-" where there is none.
  std::string effect_text() const;
  /// "5 of 6" where the value is not of all its runs, else "".
  std::string runs_text() const;
  /// "reproduced", "reproduced (from 5 of 6 runs)", "not measurable: silicon".
  std::string verdict_text() const;
};

struct FigurePoint {
  std::string x, series;
  std::optional<double> y, paper;  ///< none: not measured; not stated
};

struct FigureData {
  Figure figure;
  std::vector<FigurePoint> points;
};

/// Looks at the runs of one variant.
class Evaluation {
 public:
  /// Opens the results anew and makes temporary tables and views in the connection: labels,
  /// kernel_labels, claims, looked_at, settings, those of cost_tables.hpp, of shared.sql and of
  /// measures.sql. Throws Error for SQL that is wrong.
  Evaluation(const Experiment& experiment, const Catalogue& catalogue,
             const std::filesystem::path& results, const Variant& variant);

  /// A result for each claim, in their order; one that measures.sql has no value of is missing.
  /// Throws Error if measures.sql measures a claim that does not exist.
  std::vector<ClaimResult> claims();
  std::vector<FigureData> figures();

 private:
  Statement statement(const std::string& sql, const std::string& place);
  void count_runs(ClaimResult& result);

  const Experiment& experiment_;
  Database results_;
};

}  // namespace heddle::study
