// The records of an experiment: the rows of verdicts.csv, one for each claim, size, variant and
// options. A record has the claim's measure and verdict, the revision of heddle that measured it,
// and the day. experiments/README.md describes the columns.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "study/claims/experiment.hpp"
#include "study/verdicts/judged_claim.hpp"
#include "study/verdicts/variant.hpp"

namespace heddle::study {

/// Which heddle measured a claim, and when.
struct MeasuredBy {
  std::string revision;  ///< of heddle: "c49f789", "c49f789+changes", "unknown"
  std::string date;      ///< "2026-11-24"

  bool operator==(const MeasuredBy&) const = default;
};

struct Record {
  JudgedClaim judged;
  std::string size;     ///< of the workloads
  std::string options;  ///< of heddle reproduce, as typed; "" of the whole study
  Variant variant;
  MeasuredBy by;
};

/// The records of the experiment in the order of the file; none if there is no such file. Throws
/// Error with file and row.
std::vector<Record> read_records(const Experiment& experiment);

/// Replaces all records of `size` and `options` by `records`, which have that size and those
/// options. Records stand in the order of the claims, then by size and options.
void replace_records(const Experiment& experiment, const std::string& size,
                     const std::string& options, std::vector<Record> records);

/// verdicts.csv of the experiment.
std::filesystem::path verdicts_file(const Experiment& experiment);

}  // namespace heddle::study
