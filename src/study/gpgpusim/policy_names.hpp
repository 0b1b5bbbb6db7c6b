// GPGPU-Sim's names of policies beside heddle's.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heddle::study::gpgpusim {

/// The policy of this kind that GPGPU-Sim's name means: a word of -gpgpu_scheduler, or the letter
/// of a cache's replacement. "": there is none.
std::string policy_named(std::string_view kind, std::string_view word);

/// The key of the i-th parameter of a policy, as in "throttle.NAME.limit".
std::string policy_parameter(std::string_view kind, const std::string& policy, std::size_t i);

/// The word of -gpgpu_scheduler's numbers for the order of warps; "": there is no such number.
std::string order_of_warps(std::string_view number);

}  // namespace heddle::study::gpgpusim
