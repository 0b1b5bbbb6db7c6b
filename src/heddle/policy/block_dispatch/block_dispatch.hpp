// Chooses the SM of the next block. There is one object for each GPU. The GPU calls it in the
// bookkeeping between quanta. An answer that the comments do not allow, and any exception, ends the
// run with a PolicyError (policy_error.hpp).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "heddle/base/parameter.hpp"

namespace heddle::policy {

class BlockDispatch {
 public:
  static constexpr std::string_view kKind = "block_dispatch";
  static constexpr std::string_view kDecides = "which SM gets the next block";
  /// The policy of a machine that names no block_dispatch.
  static constexpr std::string_view kDefault = "round_robin";
  static constexpr std::uint32_t kNoSm = ~std::uint32_t{0};

  virtual ~BlockDispatch() = default;
  virtual void describe(ParameterVisitor&) {}
  /// Called once, before anything else. Throws Error if the policy cannot serve this number of SMs.
  virtual void attach(std::uint32_t sm_count) = 0;
  static constexpr std::uint64_t kAnyNumber = ~std::uint64_t{0};
  /// Returns the maximum number of blocks of a grid that may be on an SM at a time, 1 or more.
  /// `blocks`: number of blocks of the grid. `room`: number of its blocks that fit on an empty SM.
  /// For a cooperative grid, the answer must let all SMs together take all blocks.
  virtual std::uint64_t most_on_an_sm(std::uint64_t /*blocks*/, std::uint64_t /*room*/) const {
    return kAnyNumber;
  }
  /// Returns an SM for which `fits[sm]` is true. Returns kNoSm if there is no such SM, and in no
  /// other case, because only the residency policy may withhold blocks from an SM. The dispatcher
  /// calls the function again until it returns kNoSm.
  virtual std::uint32_t choose(const std::vector<bool>& fits) = 0;
};

}  // namespace heddle::policy
