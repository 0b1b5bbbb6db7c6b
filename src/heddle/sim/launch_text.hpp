// A launch as the text of its record. Written without a tree of values in between: a run may have
// millions of launches.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "heddle/sim/launch_record.hpp"

namespace heddle::sim {

/// `heading` is the number of the record with the names of the launch's statistics, `sm_heading` of
/// those of each SM.
std::string launch_text(const LaunchRecord& launch, std::size_t heading, std::size_t sm_heading);

/// Any bytes as a JSON string; what is no UTF-8 is replaced.
std::string json_string(const std::string& bytes);

}  // namespace heddle::sim
