#include "heddle/sim/settings/policies_together.hpp"

#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/system/system_call.hpp"
#include "heddle/gpu/gpu.hpp"

namespace heddle::sim {

void check_policies_together(const gpu::MachineSpec& machine,
                             const policy::PolicyChoice& policies) {
  constexpr std::uint64_t kUnusedBytes = 1 << 20;  // no grid runs
  exec::MemoryImage memory(kUnusedBytes);
  exec::SystemServices services(memory, kUnusedBytes / 2);
  const gpu::Gpu made(machine, policies, services);
}

}  // namespace heddle::sim
