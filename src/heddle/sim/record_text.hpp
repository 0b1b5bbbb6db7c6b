// The records of a journal as text: one launch a record, and the names, units and meanings of its
// values in a record of their own that is written once.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/sim/launch_record.hpp"

namespace heddle::sim {

/// Turns launches into records. Values that are 0 are left out.
class RecordEncoder {
 public:
  /// The launch's record, after those of headings that it is the first to need.
  std::vector<std::string> encode(const LaunchRecord& launch);

 private:
  std::size_t heading_of(const std::vector<Statistic>& statistics,
                         std::vector<std::string>& records);

  std::vector<std::vector<std::string>> headings_;  ///< names of each heading's values
};

std::string encode_process(const std::string& program);
std::string encode_fault(const std::string& message);
/// What the program may have missed.
std::string encode_warning(const std::string& text);
/// What ended the run before its program did.
std::string encode_stop(const std::string& reason);

/// Reads a process's records one by one, in order, and keeps what is not a launch.
class RecordDecoder {
 public:
  using OnLaunch = std::function<void(const LaunchRecord&)>;

  /// Calls `on_launch` if the record is one. Throws Error for text that is no record.
  void decode(std::string_view record, const OnLaunch& on_launch);

  const std::string& program() const { return program_; }
  const std::string& fault() const { return fault_; }  ///< "" if there was none
  const std::string& stop() const { return stop_; }    ///< "" if there was none
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  std::string program_, fault_, stop_;
  std::vector<std::string> warnings_;
  std::vector<std::vector<Statistic>> headings_;  ///< with the values of the last launch
};

}  // namespace heddle::sim
