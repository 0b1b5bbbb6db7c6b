// The text of a launch's record. The text is written directly, without a JSON tree: a run may have
// millions of launches.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "heddle/sim/launch_record.hpp"

namespace heddle::sim {

/// `heading` is the number of the record that names the launch's statistics; `sm_heading` is the
/// number of the record that names the statistics of each SM.
std::string launch_text(const LaunchRecord& launch, std::size_t heading, std::size_t sm_heading);

/// The bytes as a JSON string. Bytes that are not UTF-8 are replaced.
std::string json_string(const std::string& bytes);

}  // namespace heddle::sim
