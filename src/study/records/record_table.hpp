// The records of an experiment as tables, one for each combination of size, options and variant.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "study/records/record.hpp"
#include "study/verdicts/reproduction.hpp"

namespace heddle::study {

/// The number of claims in a table that one revision measured on one day.
struct MeasuredPart {
  MeasuredBy by;
  std::size_t claims = 0;
};

struct RecordTable {
  std::string size, options;
  JudgedVariant judged;
  std::vector<MeasuredPart> parts;  ///< the one with most claims first

  /// The command that measures the claims again, as in "heddle reproduce pro --size paper".
  std::string command(const Experiment& experiment) const;
  /// The revisions and days, as in "heddle 7deebc1, 2026-11-23; 7 claims: 39cfcf3, 2026-11-24".
  std::string stamp() const;
};

/// The number in words, as in "1 claim" or "72 claims".
std::string claim_count(std::size_t claims);

/// The tables, sorted. Tables of whole studies come before tables with options, larger sizes come
/// before smaller sizes, and variants are in the order of the file. The first variant of a whole
/// study has all claims; a claim without a record has the verdict `missing`.
std::vector<RecordTable> record_tables(const Experiment& experiment);

/// The table that decides how the study is judged: the first variant of the whole study in the
/// largest size, with the registers that experiment.toml names in [deciding]. Null if there is no
/// record of the whole study. Throws Error if that size has tables of both registers and [deciding]
/// is missing, or if its registers are not those of the first variant, the one with all claims.
const RecordTable* decisive(const Experiment& experiment, const std::vector<RecordTable>& all);

/// The first table of the whole study in the size of the deciding table with the other registers;
/// null if there is none.
const RecordTable* other_registers(const RecordTable& deciding,
                                   const std::vector<RecordTable>& all);

}  // namespace heddle::study
