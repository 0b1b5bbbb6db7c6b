// The record of a launch in a journal: a line of JSON that describes the launch, followed by the
// values as bytes. The values are not part of the JSON, since that would be too slow for the
// millions of launches that a run may have.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/sim/launches/launch_record.hpp"

namespace heddle::sim {

/// `heading` is the number of the record that names the launch's statistics; `sm_heading` is the
/// number of the record that names the statistics of each SM.
std::string launch_bytes(const LaunchRecord& launch, std::size_t heading, std::size_t sm_heading);

/// Returns the line of JSON of a record. In the record of a launch, the line is followed by values;
/// any other record is only a line.
inline std::string_view line_of(std::string_view record) {
  return record.substr(0, record.find('\n'));
}

/// Reads the lists of values of a launch's record in the order in which they were written: value,
/// weight and timed part of the launch's statistics, then value and weight of each SM's.
class ValueLists {
 public:
  explicit ValueLists(std::string_view record)
      : left_(record.substr(line_of(record).size()).substr(1)) {}

  /// Reads a list and sets `member` of all statistics to its values. Throws std::out_of_range if
  /// the list is broken.
  void read(std::vector<Statistic>& statistics, double Statistic::* member);

  /// Returns the number of bytes after the lists that have been read.
  std::size_t bytes_left() const { return left_.size(); }

 private:
  template <typename Number>
  Number take();

  std::string_view left_;
};

}  // namespace heddle::sim
