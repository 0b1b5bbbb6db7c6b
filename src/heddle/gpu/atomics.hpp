// Performs atomics on memory for the memory partitions. The operands of an atomic stay in the SM
// that sent the request; the request that reaches a partition names their place there.
#pragma once

#include <memory>
#include <vector>

#include "heddle/core/sm.hpp"
#include "heddle/exec/memory_image.hpp"
#include "heddle/memory/l2_slice.hpp"

namespace heddle::gpu {

using Sms = std::vector<std::unique_ptr<core::Sm>>;

class Atomics final : public memory::AtomicUnit {
 public:
  /// `sms` may still be empty.
  Atomics(exec::MemoryImage& image, const Sms& sms) : image_(image), sms_(sms) {}
  bool perform(const model::MemoryRequest& request) override;

 private:
  exec::MemoryImage& image_;
  const Sms& sms_;
};

}  // namespace heddle::gpu
