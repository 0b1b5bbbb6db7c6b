// The selection of a sweep's runs: all runs, a share of them, or a list of numbers. Several hosts,
// or several tasks of a cluster, can each make a part of the runs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::study {

/// Shard `index` of `count`: each `count`-th run, beginning with run `index`.
struct Shard {
  std::size_t index = 0;  ///< from 0
  std::size_t count = 1;
};

/// Reads "I/N" with I from 1 to N. Throws Error for another text.
Shard parse_shard(const std::string& text);

/// A set of numbers of runs. The first run has number 1.
class RunNumbers {
 public:
  /// Reads a list such as "1-20,33". If the text is "@FILE", reads the list from the file. Throws
  /// Error for another text.
  explicit RunNumbers(const std::string& text);
  bool has(std::size_t number) const;
  /// Throws Error for a number greater than `runs`.
  void check(std::size_t runs) const;

 private:
  std::string given_;
  std::vector<std::pair<std::size_t, std::size_t>> ranges_;  ///< (first, last), sorted
};

/// The numbers in the format that RunNumbers reads.
std::string numbers_text(const std::vector<std::size_t>& numbers);

struct Selection {
  Shard shard = {};
  std::optional<RunNumbers> numbers = {};   ///< none: all runs
  std::optional<RunNumbers> filtered = {};  ///< the runs that filters choose; none: all runs

  /// `place` is the index of the run among the runs with distinct identities, from 0. `number` is
  /// its number in the list of all runs, from 1.
  bool has(std::size_t place, std::size_t number) const {
    return place % shard.count == shard.index && (!numbers || numbers->has(number)) &&
           is_shown(number);
  }
  /// Whether filters let tables show the run.
  bool is_shown(std::size_t number) const { return !filtered || filtered->has(number); }
};

}  // namespace heddle::study
