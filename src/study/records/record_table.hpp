// The records of an experiment in the tables that a reader wants: one for each size, options and
// variant.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "study/records/record.hpp"
#include "study/verdicts/reproduction.hpp"

namespace heddle::study {

/// How many claims of a table one revision measured.
struct MeasuredPart {
  MeasuredBy by;
  std::size_t claims = 0;
};

struct RecordTable {
  std::string size, options;
  JudgedVariant judged;
  std::vector<MeasuredPart> parts;  ///< the largest first

  /// "heddle reproduce pro --size paper": measures it again.
  std::string command(const Experiment& experiment) const;
  /// "heddle 7deebc1, 2026-11-23; 7 claims: 39cfcf3, 2026-11-24".
  std::string stamp() const;
};

/// "1 claim", "72 claims".
std::string claim_count(std::size_t claims);

/// Whole studies before those with options, larger sizes before smaller ones, variants in the order
/// of the file. The first variant of a whole study has every claim: a claim without a row is
/// missing.
std::vector<RecordTable> record_tables(const Experiment& experiment);

/// The table that the study is judged by: the whole study's in the largest size, its first
/// variant. Null if none is recorded.
const RecordTable* decisive(const std::vector<RecordTable>& all);

}  // namespace heddle::study
