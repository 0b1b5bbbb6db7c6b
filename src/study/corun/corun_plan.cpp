#include "study/corun/corun_plan.hpp"

#include <algorithm>
#include <optional>

#include <fmt/core.h>

#include "heddle/base/text/quantity.hpp"
#include "heddle/core/residents/resource_unit.hpp"
#include "heddle/gpu/chip/policy_choice.hpp"
#include "study/tables/table.hpp"

namespace heddle::study {
namespace {

/// The number of the tenant's blocks on an SM: "4" if all SMs have the same number, else "8 on SM 0
/// to 7, 0 on SM 8 to 15".
std::string blocks_text(const gpu::CorunBoundary::Caps& caps, unsigned tenant) {
  std::string text;
  for (std::size_t first = 0; first < caps.size();) {
    std::size_t end = first;
    while (end < caps.size() && caps[end][tenant] == caps[first][tenant]) ++end;
    if (first == 0 && end == caps.size()) return format_count(caps[0][tenant]);
    text += fmt::format("{}{} on SM {}", text.empty() ? "" : ", ", caps[first][tenant], first);
    if (end != first + 1) text += fmt::format(" to {}", end - 1);
    first = end;
  }
  return text;
}

std::string number_or_dash(const std::optional<double>& value) {
  return value ? fmt::format("{:g}", *value) : "-";
}

}  // namespace

std::vector<std::uint64_t> leftover_blocks(const std::vector<policy::TenantGrid>& tenants,
                                           const model::Resources& sm) {
  std::vector<std::uint64_t> blocks;
  model::Resources free = sm;
  for (const policy::TenantGrid& tenant : tenants) {
    const model::Resources block = model::of_block(tenant.demand);
    std::uint64_t count = 0;
    for (; count < tenant.fits && free.holds(block); ++count) free -= block;
    blocks.push_back(count);
  }
  return blocks;
}

void check_programs(const sim::Configuration& configuration, std::size_t programs) {
  gpu::make_corun_boundary(configuration.machine, configuration.policies.choice())
      .check_programs(programs);
}

void check_tenants(const sim::Configuration& configuration,
                   const std::vector<policy::TenantGrid>& tenants) {
  gpu::CorunBoundary policy =
      gpu::make_corun_boundary(configuration.machine, configuration.policies.choice());
  if (policy.limits()) policy.share(tenants, 0);
}

std::string corun_plan(const sim::Configuration& configuration,
                       const std::vector<policy::TenantGrid>& tenants) {
  gpu::CorunBoundary policy =
      gpu::make_corun_boundary(configuration.machine, configuration.policies.choice());
  Table table{{"program", "blocks", "of", "dominant", "share", "interconnect %", "DRAM %", "quota"},
              {}};
  const auto leftover = leftover_blocks(tenants, core::resources_of(configuration.machine.sm));
  if (policy.limits()) policy.share(tenants, 0);
  for (std::size_t i = 0; i < tenants.size(); ++i) {
    const policy::TenantGrid& tenant = tenants[i];
    const auto plan = policy.limits() ? policy.plan(tenant.tenant) : std::nullopt;
    const bool counts = plan && !plan->dominant.empty();
    table.rows.push_back(
        {tenant.kernel,
         policy.limits() ? blocks_text(policy.caps(), tenant.tenant) : format_count(leftover[i]),
         format_count(tenant.fits), counts ? plan->dominant : "-",
         counts ? fmt::format("{:.4g}", plan->share) : "-",
         number_or_dash(plan ? plan->interconnect : std::nullopt),
         number_or_dash(plan ? plan->dram : std::nullopt),
         number_or_dash(plan ? plan->quota : std::nullopt)});
  }
  table.leave_out_dashes();
  table.align_right({2});
  return fmt::format("blocks of each program on an SM under corun={}\n\n{}", policy.name(),
                     table.text());
}

}  // namespace heddle::study
