// The classes that studies sort kernels into by what they make the most of, and heddle's own
// utilization classes (gpu/accounts/utilization_class.hpp): which of these a study's class stands
// for.
#pragma once

#include <optional>
#include <string_view>

namespace heddle::study {

/// Whether a kernel of the class `measured` is what the study's class says; none for a class that
/// is about something else, such as the L1. "compute and DRAM" is either.
std::optional<bool> is_of_class(std::string_view stated, std::string_view measured);

}  // namespace heddle::study
