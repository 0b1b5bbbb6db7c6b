// Merges files with results of one sweep, which several hosts or shards have made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "study/results/database.hpp"

namespace heddle::study {

/// Adds the results of other files to one file. A result in the file is replaced only if it has no
/// values and the added result has values.
class Merge {
 public:
  struct Count {
    std::size_t added = 0;
    std::size_t replaced = 0;  ///< number of results without values that were replaced
    std::size_t known = 0;     ///< number of results that the file already had
  };

  /// The caller has opened a transaction of `into`.
  explicit Merge(Database& into);

  /// Adds the results of `from`. Throws Error if `from` has other runs than `into`, or other values
  /// for the same run.
  void add(Database& from);
  const Count& count() const { return count_; }

 private:
  struct Known {
    std::int64_t result = 0;
    bool has_values = false;
  };

  void check_runs(Database& from);
  void add_result(Database& from, std::int64_t result, const std::string& identity,
                  bool has_values);
  void check_values(Database& from, std::int64_t result, const std::string& identity);
  std::int64_t copy(Database& from, std::int64_t result);

  Database& into_;
  std::map<std::string, Known> known_;  ///< key: identity
  Count count_;
};

}  // namespace heddle::study
