#include "heddle/gpu/chip/atomics.hpp"

namespace heddle::gpu {

bool Atomics::perform(const model::MemoryRequest& request) {
  core::Sm& sm = *sms_[request.sm];
  exec::MemoryImage& memory = *sm.contexts().kernels[request.kernel].grid->memory;
  return exec::perform_atomic(memory, sm.atomic(request.origin), request.lanes) != 0;
}

}  // namespace heddle::gpu
