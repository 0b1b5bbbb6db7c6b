#include "heddle/gpu/dispatch/cluster_check.hpp"

#include "heddle/base/error.hpp"
#include "heddle/base/text/demangle.hpp"

namespace heddle::gpu {

void check_clusters(const exec::Grid& grid, const Sms& sms, const DispatchBoundary& policies,
                    std::uint64_t most_per_sm) {
  if (!grid.shape.has_clusters()) return;
  const auto refuse = [&](const std::string& what) {
    fail("kernel {} runs in clusters of {} blocks, which {}", demangled(grid.program->name),
         grid.shape.cluster.volume(), what);
  };
  const policy::Shape& shape = sms.front()->contexts().shape;
  if (shape.parts != 1 || shape.forms_warps() || shape.runs_in_lanes())
    refuse("need whole warps: --set organisation=spatial with warps of all threads");
  if (policies.releases_warps() || policies.limits().exceed_slots())
    refuse("start as whole blocks in slots of their own: --set residency=block");
  if (policies.sends_signals())
    refuse("cannot leave their SMs before their end: --set preemption_trigger=none");
  if (grid.shape.tenant)
    refuse("cannot share the GPU with other programs: run it without corun.by");
  if (most_per_sm * sms.size() < grid.shape.cluster.volume())
    refuse(fmt::format("do not fit on the GPU at once: {} SMs have room for {} blocks each",
                       sms.size(), most_per_sm));
}

}  // namespace heddle::gpu
