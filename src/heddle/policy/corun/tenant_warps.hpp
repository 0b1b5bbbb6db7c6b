// Counts the warps of each tenant on an SM.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/policy/corun/sm_corun.hpp"

namespace heddle::policy {

class CountsTenantWarps : public SmCorun {
 public:
  void warp_launched(unsigned entity) override { ++warps_[sm().warps[entity].kernel]; }
  void warp_exited(unsigned entity) override { --warps_[sm().warps[entity].kernel]; }

 protected:
  bool has_warps(unsigned tenant) const { return warps_[tenant] != 0; }

 private:
  std::array<std::uint32_t, model::kKernelSlots> warps_{};  ///< by kernel slot: launched parts of
                                                            ///< warps that have not ended
};

}  // namespace heddle::policy
