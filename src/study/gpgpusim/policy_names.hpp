// GPGPU-Sim's names of policies beside heddle's.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heddle::study::gpgpusim {

/// GPGPU-Sim's value of -gpgpu_scheduler if a file gives none.
inline constexpr std::string_view kUsualScheduler = "gto";

// The policy that GPGPU-Sim's name means; "": there is none.
/// Of the first word of -gpgpu_scheduler.
std::string scheduler_named(std::string_view word);
/// Of the limits that the first word of -gpgpu_scheduler sets on top of its order.
std::string throttle_named(std::string_view word);
/// Of the letter of a cache's replacement.
std::string replacement_named(char letter);

/// The key of the i-th parameter of a policy, as in "throttle.NAME.limit".
std::string policy_parameter(std::string_view kind, const std::string& policy, std::size_t i);

/// The word of -gpgpu_scheduler's numbers for the order of warps; "": there is no such number.
std::string order_of_warps(std::string_view number);

}  // namespace heddle::study::gpgpusim
