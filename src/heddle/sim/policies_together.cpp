#include "heddle/sim/policies_together.hpp"

#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/system/system_call.hpp"
#include "heddle/gpu/gpu.hpp"

namespace heddle::sim {

void check_policies_together(const Configuration& configuration) {
  constexpr std::uint64_t kUnusedBytes = 1 << 20;  // no grid runs
  exec::MemoryImage memory(kUnusedBytes);
  exec::SystemServices services(memory, kUnusedBytes / 2);
  gpu::Gpu::check_policies(configuration.machine, configuration.policies.choice(), services);
}

}  // namespace heddle::sim
