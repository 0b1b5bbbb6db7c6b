// The records of a journal as text: one launch a record, and the names, units and meanings of its
// values in a record of their own that is written once.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/sim/launch_record.hpp"

namespace heddle::sim {

/// Turns launches into records.
class RecordEncoder {
 public:
  /// One or two records, to be appended in order.
  std::vector<std::string> encode(const LaunchRecord& launch);

 private:
  std::map<std::string, unsigned> headings_;  ///< number of each heading written
};

std::string encode_process(const std::string& program);
std::string encode_fault(const std::string& message);
/// What ended the run before its program did.
std::string encode_stop(const std::string& reason);

/// The content of a process's records.
struct DecodedRecords {
  std::string program;
  std::string fault, stop;  ///< "" if there was none
  std::vector<LaunchRecord> launches;
};

/// Throws Error for text that is no record.
DecodedRecords decode_records(const std::vector<std::string>& records);

}  // namespace heddle::sim
