// The records of an experiment, which are the rows of verdicts.csv. There is one record for each
// claim, size, variant and options. A record has the measured value and the verdict of the claim,
// the revision of heddle, and the day. experiments/README.md describes the columns.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "study/claims/experiment.hpp"
#include "study/verdicts/judged_claim.hpp"
#include "study/verdicts/variant.hpp"

namespace heddle::study {

/// The revision of heddle that measured a claim, and the day.
struct MeasuredBy {
  std::string revision;  ///< "c49f789", "c49f789+changes" or "unknown"
  std::string date;      ///< "2026-11-24"

  bool operator==(const MeasuredBy&) const = default;
};

struct Record {
  JudgedClaim judged;
  std::string size;     ///< size of the workloads
  std::string options;  ///< options of heddle reproduce as typed; "": whole study
  Variant variant;
  MeasuredBy by;
};

/// Reads the records in the order of the file; none if the file does not exist. Throws Error with
/// the file and the row of a mistake, and for a verdict that does not follow from the recorded
/// value.
std::vector<Record> read_records(const Experiment& experiment);

/// Writes the verdicts that follow from the recorded values. Values, revisions and days stay.
/// Returns the number of verdicts that changed.
std::size_t judge_records_again(const Experiment& experiment);

/// Replaces all records with this size and these options by `records`, which must have the same
/// size and options. The file is sorted by claim, size and options.
void replace_records(const Experiment& experiment, const std::string& size,
                     const std::string& options, std::vector<Record> records);

/// The path of the experiment's verdicts.csv.
std::filesystem::path verdicts_file(const Experiment& experiment);

}  // namespace heddle::study
