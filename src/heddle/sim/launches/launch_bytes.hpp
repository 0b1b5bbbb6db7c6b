// The record of a launch in a journal: a line of JSON that describes the launch, followed by the
// values of its statistics as bytes. JSON would be too slow for the values, since a run may have
// millions of launches.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/sim/launches/launch_record.hpp"

namespace heddle::sim {

/// Returns the record. `heading`: number of the record that names the launch's statistics.
/// `sm_heading`: number of the record that names the statistics of each SM.
std::string launch_bytes(const LaunchRecord& launch, std::size_t heading, std::size_t sm_heading);

/// Returns the line of JSON of a record. In the record of a launch, values follow this line. All
/// other records consist only of the line.
inline std::string_view line_of(std::string_view record) {
  return record.substr(0, record.find('\n'));
}

/// Reads the lists of values of a launch's record in the order in which they were written: `value`,
/// `weight` and `timed` of the launch's statistics, then `value` and `weight` of the statistics of
/// each SM.
class ValueLists {
 public:
  explicit ValueLists(std::string_view record)
      : left_(record.substr(line_of(record).size()).substr(1)) {}

  /// Reads the next list and sets `member` of all statistics to the list's values. Throws
  /// std::out_of_range if the list is damaged.
  void read(std::vector<Statistic>& statistics, double Statistic::* member);

  /// Returns the number of bytes that have not been read yet.
  std::size_t bytes_left() const { return left_.size(); }

 private:
  template <typename Number>
  Number take();

  std::string_view left_;
};

}  // namespace heddle::sim
