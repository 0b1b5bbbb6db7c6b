#include "heddle/policy/corun/number_list.hpp"

#include <cmath>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/policy/corun/static_shares.hpp"

namespace heddle::policy {
namespace {

constexpr double kMostCounted = 1e9;

}  // namespace

NumberList::NumberList(std::string_view parameter, std::string_view text) : parameter_(parameter) {
  constexpr std::string_view kBlanks = " ,\t";
  for (;;) {
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
    text.remove_prefix(word.size());
    const auto number = parse_number(word);
    if (word != "none" && (!number || *number < 0))
      fail("{}: '{}' is no number of 0 or more, nor 'none'", parameter, word);
    numbers_.push_back(number);
  }
  if (numbers_.size() > kTenants)
    fail("{}: {} numbers, and there are {} tenants at most", parameter, numbers_.size(), kTenants);
}

void NumberList::check_whole() const {
  for (const auto& number : numbers_)
    if (number && (*number != std::floor(*number) || *number > kMostCounted))
      fail("{}: {} is no whole number up to {}", parameter_, *number, kMostCounted);
}

std::string NumberList::refusal(std::span<const TenantGrid> tenants) const {
  if (empty()) return {};
  for (const TenantGrid& tenant : tenants) {
    if (tenant.tenant < numbers_.size()) continue;
    return fmt::format("{} says nothing of tenant {} ({}): say a number or 'none' for each",
                       parameter_, tenant.tenant, tenant.kernel);
  }
  return {};
}

/// Checks only the tenants that have a number. A tenant with "none" takes the resources that
/// remain.
std::string NumberList::refusal_of_blocks(std::span<const TenantGrid> tenants,
                                          const model::Resources& sm) const {
  if (std::string missing = refusal(tenants); !missing.empty()) return missing;
  model::Resources sum;
  std::string blocks;
  for (const TenantGrid& tenant : tenants) {
    const auto said = of(tenant.tenant);
    if (!said) continue;
    const auto count = static_cast<std::uint64_t>(*said);
    blocks += fmt::format("{}{} blocks of {}", blocks.empty() ? "" : " and ", count, tenant.kernel);
    if (count == 0)
      return fmt::format("{} leaves no block to tenant {}", parameter_, tenant.tenant);
    if (count > tenant.fits)
      return fmt::format("{}: {}: an SM has room for {}", parameter_, blocks, tenant.fits);
    sum += times(model::of_block(tenant.demand), count);
  }
  for (const StaticResource& resource : kStaticResources) {
    if (resource.of(sum) <= resource.of(sm)) continue;
    return fmt::format("{}: {} take {} {} of an SM, which has {}: say fewer", parameter_, blocks,
                       resource.of(sum), resource.name, resource.of(sm));
  }
  return {};
}

std::string NumberList::misfit(std::size_t programs) const {
  if (numbers_.size() <= programs) return {};
  return fmt::format("{}: {} numbers for {} programs", parameter_, numbers_.size(), programs);
}

}  // namespace heddle::policy
