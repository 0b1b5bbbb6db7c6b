#include "heddle/compile/lowering/special_registers.hpp"

#include <algorithm>
#include <iterator>

namespace heddle::compile {
namespace {

using isa::SpecialRegister;
using isa::Uniform;

struct SpecialRegisterRow {
  std::string_view name;
  SpecialValue value;
};

constexpr SpecialRegisterRow kSpecialRegisterRows[] = {
    {"%tid.x", {SpecialRegister::tid_x}},
    {"%tid.y", {SpecialRegister::tid_y}},
    {"%tid.z", {SpecialRegister::tid_z}},
    {"%ctaid.x", {SpecialRegister::ctaid_x}},
    {"%ctaid.y", {SpecialRegister::ctaid_y}},
    {"%ctaid.z", {SpecialRegister::ctaid_z}},
    {"%ntid.x", {Uniform::ntid_x}},
    {"%ntid.y", {Uniform::ntid_y}},
    {"%ntid.z", {Uniform::ntid_z}},
    {"%nctaid.x", {Uniform::nctaid_x}},
    {"%nctaid.y", {Uniform::nctaid_y}},
    {"%nctaid.z", {Uniform::nctaid_z}},
    {"%laneid", {SpecialRegister::laneid}},
    {"%warpid", {SpecialRegister::warpid}},
    {"%nwarpid", {Uniform::nwarpid}},
    {"%smid", {SpecialRegister::smid}},
    {"%nsmid", {Uniform::nsmid}},
    {"%gridid", {Uniform::gridid_low, true}},
    {"%lanemask_eq", {SpecialRegister::lanemask_eq}},
    {"%lanemask_le", {SpecialRegister::lanemask_le}},
    {"%lanemask_lt", {SpecialRegister::lanemask_lt}},
    {"%lanemask_ge", {SpecialRegister::lanemask_ge}},
    {"%lanemask_gt", {SpecialRegister::lanemask_gt}},
    {"%clock", {SpecialRegister::clock}},
    {"%clock_hi", {SpecialRegister::clock_hi}},
    {"%clock64", {SpecialRegister::clock64, true}},
    {"%globaltimer", {SpecialRegister::globaltimer, true}},
    {"%globaltimer_lo", {SpecialRegister::globaltimer_lo}},
    {"%globaltimer_hi", {SpecialRegister::globaltimer_hi}},
    {"%dynamic_smem_size", {Uniform::dynamic_shared_size}},
    {"%total_smem_size", {Uniform::total_shared_size}},
    {"%aggr_smem_size", {Uniform::total_shared_size}},
    // Kernels have no explicit clusters, so every block is its own cluster.
    {"%is_explicit_cluster", {0u}},
    {"%clusterid.x", {SpecialRegister::ctaid_x}},
    {"%clusterid.y", {SpecialRegister::ctaid_y}},
    {"%clusterid.z", {SpecialRegister::ctaid_z}},
    {"%nclusterid.x", {Uniform::nctaid_x}},
    {"%nclusterid.y", {Uniform::nctaid_y}},
    {"%nclusterid.z", {Uniform::nctaid_z}},
    {"%cluster_ctaid.x", {0u}},
    {"%cluster_ctaid.y", {0u}},
    {"%cluster_ctaid.z", {0u}},
    {"%cluster_nctaid.x", {1u}},
    {"%cluster_nctaid.y", {1u}},
    {"%cluster_nctaid.z", {1u}},
    {"%cluster_ctarank", {0u}},
    {"%cluster_nctarank", {1u}},
    {"%tid.w", {0u}},
    {"%ctaid.w", {0u}},
    {"%ntid.w", {0u}},
    {"%nctaid.w", {0u}},
    {"%reserved_smem_offset_begin", {0u}},
    {"%reserved_smem_offset_end", {0u}},
    {"%reserved_smem_offset_cap", {0u}},
};

}  // namespace

std::optional<SpecialValue> special_value(std::string_view name) {
  const auto* found = std::ranges::find(kSpecialRegisterRows, name, &SpecialRegisterRow::name);
  if (found != std::end(kSpecialRegisterRows)) return found->value;
  // On hardware a driver or a profiler sets these registers. In heddle they read as 0.
  if (name.starts_with("%envreg") || name.starts_with("%pm")) return SpecialValue{0u};
  return std::nullopt;
}

}  // namespace heddle::compile
