#include "heddle/gpu/chip/atomics.hpp"

#include "heddle/core/load_store/bank_conflicts.hpp"

namespace heddle::gpu {

bool Atomics::perform(const model::MemoryRequest& request) {
  core::Sm& sm = *sms_[request.sm];
  exec::MemoryImage& memory = *sm.contexts().kernels[request.kernel].grid->memory;
  return exec::perform_atomic(memory, sm.atomic(request.origin), request.lanes) != 0;
}

std::uint32_t Atomics::most_on_one_address(const model::MemoryRequest& request) const {
  const exec::AtomicRequest& atomic = sms_[request.sm]->atomic(request.origin);
  return core::most_on_one_address(atomic.address, request.lanes & atomic.lanes);
}

}  // namespace heddle::gpu
