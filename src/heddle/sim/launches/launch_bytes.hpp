// The record of a launch in a journal, as bytes: a mark, the members of the launch, and the values
// of its statistics that are not 0. Text would be too slow, since a run may have millions of
// launches. The other records of a journal are lines of JSON, which do not begin with the mark.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/sim/launches/launch_record.hpp"

namespace heddle::sim {

/// Returns the record. `heading`: number of the record that names the launch's statistics.
/// `sm_heading`: number of the record that names the statistics of each SM.
std::string launch_bytes(const LaunchRecord& launch, std::size_t heading, std::size_t sm_heading);

/// Returns whether the record is that of a launch.
bool is_launch(std::string_view record);

/// Reads the record of a launch. All functions throw std::out_of_range if the record is damaged.
class LaunchReader {
 public:
  explicit LaunchReader(std::string_view record) : left_(record.substr(1)) {}

  /// Reads all members of the launch except its statistics. Called first.
  void read(LaunchRecord& launch);
  std::uint32_t heading() const { return heading_; }
  std::uint32_t sm_heading() const { return sm_heading_; }
  std::uint32_t sms() const { return sms_; }  ///< number of SMs with statistics

  /// Reads the next list of values and sets `member` of all statistics to these values. The lists
  /// are: `value`, `weight` and `timed` of the launch's statistics, then `value` and `weight` of
  /// the statistics of each SM.
  void read(std::vector<Statistic>& statistics, double Statistic::* member);

  /// Returns the number of bytes that have not been read yet.
  std::size_t bytes_left() const { return left_.size(); }

 private:
  std::string_view left_;
  std::uint32_t heading_ = 0, sm_heading_ = 0, sms_ = 0;
};

}  // namespace heddle::sim
