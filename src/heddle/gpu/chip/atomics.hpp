// Performs atomics on memory for the memory partitions. The operands of an atomic stay in the SM
// that sent the request. The request carries only the index of the operands in that SM.
#pragma once

#include <memory>
#include <vector>

#include "heddle/core/sm.hpp"
#include "heddle/memory/l2_slice.hpp"

namespace heddle::gpu {

using Sms = std::vector<std::unique_ptr<core::Sm>>;

class Atomics final : public memory::AtomicUnit {
 public:
  /// `sms` may be filled after construction.
  explicit Atomics(const Sms& sms) : sms_(sms) {}
  bool perform(const model::MemoryRequest& request) override;
  std::uint32_t most_on_one_address(const model::MemoryRequest& request) const override;

 private:
  const Sms& sms_;
};

}  // namespace heddle::gpu
