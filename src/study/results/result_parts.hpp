// What a result consists of beside its own row: kernels, values, and the tables that its run left.
// Each part is read and written by the result's number, which differs between files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "study/results/database.hpp"

namespace heddle::study {

struct ResultPart {
  std::string select;  ///< SQL; its place is the result's number
  std::string insert;  ///< SQL; its places are that number and the columns of `select`
};

/// Those that a file has.
std::vector<ResultPart> result_parts(Database& database);

/// The rows of the part as texts, a line each: equal if the part is.
std::vector<std::string> lines_of(Database& database, const ResultPart& part, std::int64_t result);

/// Copies a part of a result of `from`. The tables and quantities are there.
void copy_part(const ResultPart& part, Database& from, std::int64_t result, Database& into,
               std::int64_t copy);

}  // namespace heddle::study
