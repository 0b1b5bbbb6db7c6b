// What an experiment's claims came to, as data: verdicts.csv, one row for each claim, size, variant
// and options. A row names the revision of heddle that measured it and the day.
// experiments/README.md describes the columns.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "study/verdicts/evaluation.hpp"

namespace heddle::study {

/// Who measured a verdict, and when.
struct MeasuredBy {
  std::string revision;  ///< of heddle: "c49f789", "c49f789+changes", "unknown"
  std::string date;      ///< "2026-11-24"

  bool operator==(const MeasuredBy&) const = default;
};

struct RecordedVerdict {
  ClaimResult result;
  std::string size;     ///< of the workloads
  std::string options;  ///< of heddle reproduce, as typed; "" of the whole study
  Variant variant;
  MeasuredBy by;
};

/// The rows of the experiment's verdicts.csv in their order; none if there is no such file. Throws
/// Error with file and row.
std::vector<RecordedVerdict> read_verdicts(const Experiment& experiment);

/// Replaces all rows of `size` and `options` by `rows`, which have that size and those options.
/// Rows stand in the order of the claims, then by size and options.
void replace_verdicts(const Experiment& experiment, const std::string& size,
                      const std::string& options, std::vector<RecordedVerdict> rows);

/// verdicts.csv of the experiment.
std::filesystem::path verdicts_file(const Experiment& experiment);

}  // namespace heddle::study
