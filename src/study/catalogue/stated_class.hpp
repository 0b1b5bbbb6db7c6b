// Compares the classes of kernels in studies with heddle's utilization classes
// (gpu/accounts/utilization_class.hpp). A class of a study and a class of heddle both name the
// component that a kernel uses most.
#pragma once

#include <optional>
#include <string_view>

namespace heddle::study {

/// Whether the measured class agrees with the class that the study states. None if the stated class
/// is about something else, such as the L1. The class "compute and DRAM" agrees with the measured
/// classes of compute and of DRAM.
std::optional<bool> is_of_class(std::string_view stated, std::string_view measured);

}  // namespace heddle::study
