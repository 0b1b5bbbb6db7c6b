// The records of a journal. Each launch has a record (launch_bytes.hpp). The other records are
// lines of JSON. They describe the process, its end, and the names, units and meanings of the
// launches' values.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heddle/sim/launches/launch_record.hpp"

namespace heddle::sim {

/// Turns launches into records. Records do not contain values that are 0.
class RecordEncoder {
 public:
  /// Returns the record of the launch. If the launch needs new headings (names of its values), the
  /// records of these headings precede it.
  std::vector<std::string> encode(const LaunchRecord& launch);

 private:
  std::size_t heading_of(const std::vector<Statistic>& statistics,
                         std::vector<std::string>& records);

  std::vector<std::vector<std::string>> headings_;  ///< by heading: the names of its values
};

std::string encode_process(const std::string& program);
std::string encode_fault(const std::string& message);
/// The record of a warning.
std::string encode_warning(const std::string& text);
/// The record of the reason why the run was stopped before the program ended.
std::string encode_stop(const std::string& reason);

/// Reads the records of a process in order. Stores the content of all records except the launches.
class RecordDecoder {
 public:
  /// `source`: name of the journal's file, for messages.
  explicit RecordDecoder(std::string source) : source_(std::move(source)) {}

  using OnLaunch = std::function<void(const LaunchRecord&)>;

  /// Calls `on_launch` if the record is a launch. Throws Error for a damaged record.
  void decode(std::string_view record, const OnLaunch& on_launch);

  const std::string& program() const { return program_; }
  const std::string& fault() const { return fault_; }  ///< reason of a fault; "" if there was none
  const std::string& stop() const { return stop_; }    ///< reason of a stop; "" if there was none
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  [[noreturn]] void refuse(std::string_view reason) const;
  void decode_line(std::string_view record);
  void decode_launch(std::string_view record);

  std::string source_, program_, fault_, stop_;
  std::vector<std::string> warnings_;
  std::vector<std::vector<Statistic>> headings_;  ///< by heading: statistics without values
  LaunchRecord launch_;                           ///< the last launch
  std::uint32_t heading_ = 0;                     ///< the heading of the last launch
};

}  // namespace heddle::sim
