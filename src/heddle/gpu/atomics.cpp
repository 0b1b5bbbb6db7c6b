#include "heddle/gpu/atomics.hpp"

namespace heddle::gpu {

bool Atomics::perform(const model::MemoryRequest& request) {
  exec::AtomicRequest& atomic = sms_[request.sm]->atomic(request.origin);
  return exec::perform_atomic(image_, atomic, request.lanes) != 0;
}

}  // namespace heddle::gpu
