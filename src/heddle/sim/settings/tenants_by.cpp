#include "heddle/sim/settings/tenants_by.hpp"

#include <array>
#include <string_view>

#include "heddle/base/error.hpp"
#include "heddle/policy/corun/corun.hpp"

namespace heddle::sim {

void CorunOptions::describe(ParameterVisitor& visit) {
  static constexpr std::array<std::string_view, 2> kTenantsBy = {"none", "stream"};
  visit.choice("by", by, kTenantsBy,
               {.doc = "stream: the sharing policy takes each stream of the program for a tenant, "
                       "which has one kernel at a time"});
}

std::uint8_t StreamTenants::of(std::uint64_t stream) {
  const auto known = tenants_.find(stream);
  if (known != tenants_.end()) return known->second;
  if (tenants_.size() == policy::kTenants)
    fail("corun.by=stream: the program launches kernels in more than {} streams", policy::kTenants);
  const auto number = static_cast<std::uint8_t>(tenants_.size());
  tenants_.emplace(stream, number);
  return number;
}

}  // namespace heddle::sim
