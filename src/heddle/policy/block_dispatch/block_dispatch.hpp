// Which SM gets the next block: one object a GPU, asked in the bookkeeping between quanta.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "heddle/base/parameter.hpp"

namespace heddle::policy {

class BlockDispatch {
 public:
  static constexpr std::string_view kKind = "block_dispatch";
  static constexpr std::uint32_t kNoSm = ~std::uint32_t{0};

  virtual ~BlockDispatch() = default;
  virtual void describe(ParameterVisitor&) {}
  virtual void attach(std::uint32_t sm_count) = 0;
  /// One of the SMs for which `fits[sm]` holds, or kNoSm if there is none. Called again until it
  /// returns kNoSm.
  virtual std::uint32_t choose(const std::vector<bool>& fits) = 0;
};

}  // namespace heddle::policy
