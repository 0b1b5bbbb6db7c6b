// Which SM gets the next block: one object a GPU, asked in the bookkeeping between quanta. Any
// other answer than the comments allow, and any exception, ends the run with a PolicyError
// (policy_error.hpp).
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
  /// What a machine has that names none.
  static constexpr std::string_view kDefault = "round_robin";
  static constexpr std::uint32_t kNoSm = ~std::uint32_t{0};

  virtual ~BlockDispatch() = default;
  virtual void describe(ParameterVisitor&) {}
  /// Called once, before anything else. Throws Error if it cannot serve so many.
  virtual void attach(std::uint32_t sm_count) = 0;
  static constexpr std::uint64_t kAnyNumber = ~std::uint64_t{0};
  /// How many blocks of a grid of `blocks` an SM may hold at a time, 1 or more; of a cooperative
  /// grid so many that all SMs together hold it. `room`: how many whole ones an empty SM has room
  /// for.
  virtual std::uint64_t most_on_an_sm(std::uint64_t /*blocks*/, std::uint64_t /*room*/) const {
    return kAnyNumber;
  }
  /// One of the SMs for which `fits[sm]` holds, and kNoSm only if there is none: a residency
  /// decides which SMs get no block. Called again until it returns kNoSm.
  virtual std::uint32_t choose(const std::vector<bool>& fits) = 0;
};

}  // namespace heddle::policy
