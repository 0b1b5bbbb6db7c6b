// What the warp scheduler, throttle or residency of a configuration would cost an SM in storage.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/policy/storage.hpp"
#include "heddle/sim/configuration.hpp"

namespace heddle::sim {

struct PolicyStorage {
  std::string kind, name;
  std::vector<policy::StorageItem> items;  ///< on this machine, with these parameters
  policy::PublishedStorage published;
  double area_mm2 = 0;      ///< of an SM, estimated
  double chip_percent = 0;  ///< of all SMs, of the chip
};

/// Of the policy by that name, chosen or not, with the configuration's parameters. `kind` is
/// warp_scheduler, throttle or residency. Throws Error if there is none of that name.
PolicyStorage storage_of(std::string_view kind, std::string_view name,
                         const Configuration& configuration);
/// Of all of these kinds.
std::vector<PolicyStorage> storage_of_all(const Configuration& configuration);

}  // namespace heddle::sim
