// The storage per SM that the policies of a configuration need.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/policy/storage.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::sim {

struct PolicyStorage {
  std::string kind, name;
  std::vector<policy::StorageItem> items;  ///< storage structures on this machine, with the
                                           ///< policy's parameters
  policy::PublishedStorage published;
  double area_mm2 = 0;      ///< area in mm2 of one SM's storage, estimated
  double chip_percent = 0;  ///< area of the storage of all SMs, in percent of the chip
};

/// Returns the area in mm2 on the machine's chip: the area that a study gives for the structure,
/// or, without such a study, the area of the structure's bits.
double area_mm2(const policy::StorageItem& item, const gpu::MachineSpec& machine);

/// An SRAM array that an SM has under every policy. Only data bits count, not tags.
struct SmArray {
  std::string name;
  std::uint64_t bits = 0;
  double area_mm2 = 0;
};

std::vector<SmArray> arrays_of_sm(const gpu::MachineSpec& machine);

/// Returns the storage of one policy with the configuration's parameters. The policy need not be
/// chosen. The policies of `kind`, or their parts, must be on an SM, or state their storage by
/// themselves. Throws Error for another kind and for an unknown name.
PolicyStorage storage_of(std::string_view kind, std::string_view name,
                         const Configuration& configuration);
/// Returns the storage of all policies of these kinds. Policies that are not on an SM are listed
/// last, and only if they need storage.
std::vector<PolicyStorage> storage_of_all(const Configuration& configuration);

}  // namespace heddle::sim
