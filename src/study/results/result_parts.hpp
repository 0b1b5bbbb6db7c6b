// The parts of a result besides its row in the table `results`: kernels, values, and the tables
// that its run left. The rows of a part have the number of the result, which differs between files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "study/results/database.hpp"

namespace heddle::study {

struct ResultPart {
  std::string select;  ///< SQL with one parameter, the result's number
  std::string insert;  ///< SQL; parameters: the result's number, then the columns of `select`
};

/// The parts of the results in this file.
std::vector<ResultPart> result_parts(Database& database);

/// One text for each row of the part. Two parts are equal if their texts are equal.
std::vector<std::string> lines_of(Database& database, const ResultPart& part, std::int64_t result);

/// Copies the part of result `result` in `from` to result `copy` in `into`. The tables and
/// quantities must exist in `into`.
void copy_part(const ResultPart& part, Database& from, std::int64_t result, Database& into,
               std::int64_t copy);

}  // namespace heddle::study
