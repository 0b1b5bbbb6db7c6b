// Stores the measurements of kernels, so that a kernel that runs again needs no new measurement.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "heddle/policy/corun/corun.hpp"

namespace heddle::policy {

template <typename Measured>
class KernelMemory {
 public:
  /// Returns the kernel's measurement, or null if the kernel has not been measured.
  const Measured* find(const TenantGrid& grid) const {
    const auto known = kernels_.find({grid.kernel, grid.fits});
    return known == kernels_.end() ? nullptr : &known->second;
  }
  void learn(const TenantGrid& grid, Measured measured) {
    kernels_.insert_or_assign({grid.kernel, grid.fits}, std::move(measured));
  }

 private:
  /// The measurements, indexed by the kernel's name and the number of its blocks that fit on an SM.
  std::map<std::pair<std::string, std::uint64_t>, Measured> kernels_;
};

}  // namespace heddle::policy
