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
    {"%is_explicit_cluster", {Uniform::is_explicit_cluster}},
    {"%clusterid.x", {SpecialRegister::clusterid_x}},
    {"%clusterid.y", {SpecialRegister::clusterid_y}},
    {"%clusterid.z", {SpecialRegister::clusterid_z}},
    {"%nclusterid.x", {Uniform::nclusterid_x}},
    {"%nclusterid.y", {Uniform::nclusterid_y}},
    {"%nclusterid.z", {Uniform::nclusterid_z}},
    {"%cluster_ctaid.x", {SpecialRegister::cluster_ctaid_x}},
    {"%cluster_ctaid.y", {SpecialRegister::cluster_ctaid_y}},
    {"%cluster_ctaid.z", {SpecialRegister::cluster_ctaid_z}},
    {"%cluster_nctaid.x", {Uniform::cluster_nctaid_x}},
    {"%cluster_nctaid.y", {Uniform::cluster_nctaid_y}},
    {"%cluster_nctaid.z", {Uniform::cluster_nctaid_z}},
    {"%cluster_ctarank", {SpecialRegister::cluster_ctarank}},
    {"%cluster_nctarank", {Uniform::cluster_nctarank}},
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
