// Brings results of one sweep together that several machines, or several shards, have made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "study/results/database.hpp"

namespace heddle::study {

/// Adds results of other files to those of one. A result that is there stays, unless it has no
/// values and the other has.
class Merge {
 public:
  struct Count {
    std::size_t added = 0;
    std::size_t replaced = 0;  ///< results without values
    std::size_t known = 0;     ///< which changed nothing
  };

  /// A transaction of `into` is open.
  explicit Merge(Database& into);

  /// Throws Error if the runs are not those of `into`, or if the values of one differ.
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
  std::map<std::string, Known> known_;  ///< by identity
  Count count_;
};

}  // namespace heddle::study
