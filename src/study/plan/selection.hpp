// Which of a sweep's runs are made: all, a share of them, or those of a list. For several machines,
// or tasks of a cluster, that each make some.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::study {

/// Of N shards, the I-th has every N-th run.
struct Shard {
  std::size_t index = 0;  ///< from 0 on
  std::size_t count = 1;
};

/// Of "I/N", I from 1 to N. Throws Error.
Shard parse_shard(const std::string& text);

/// Numbers of runs, from 1 on.
class RunNumbers {
 public:
  /// Of "1-20,33", or of a file with such a text: "@FILE". Throws Error.
  explicit RunNumbers(const std::string& text);
  bool has(std::size_t number) const;
  /// Throws Error for numbers beyond those of so many runs.
  void check(std::size_t runs) const;

 private:
  std::string given_;
  std::vector<std::pair<std::size_t, std::size_t>> ranges_;  ///< first and last, ascending
};

/// As RunNumbers reads it.
std::string numbers_text(const std::vector<std::size_t>& numbers);

struct Selection {
  Shard shard = {};
  std::optional<RunNumbers> numbers = {};  ///< none: all

  /// `place`: of the run among those that differ, from 0 on; `number`: in the list of all runs.
  bool has(std::size_t place, std::size_t number) const {
    return place % shard.count == shard.index && (!numbers || numbers->has(number));
  }
};

}  // namespace heddle::study
