#include "heddle/gpu/atomics.hpp"

namespace heddle::gpu {

bool Atomics::perform(const model::MemoryRequest& request) {
  core::Sm& sm = *sms_[request.sm];
  return exec::perform_atomic(sm.memory_of(request.kernel), sm.atomic(request.origin),
                              request.lanes) != 0;
}

}  // namespace heddle::gpu
