#include "heddle/policy/corun/number_list.hpp"

#include <cmath>

#include <fmt/format.h>

#include "heddle/base/error.hpp"
#include "heddle/base/quantity.hpp"

namespace heddle::policy {

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
    if (number && *number != std::floor(*number))
      fail("{}: {} is no whole number", parameter_, *number);
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

}  // namespace heddle::policy
