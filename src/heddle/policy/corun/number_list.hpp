// Numbers by tenant in one parameter: "6 2", "16 none".
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/policy/corun/corun.hpp"

namespace heddle::policy {

class NumberList {
 public:
  NumberList() = default;
  /// Numbers of 0 or more, separated by blanks or commas; "none" says that there is none. Throws
  /// Error, naming the parameter, for anything else and for more than there can be tenants.
  NumberList(std::string_view parameter, std::string_view text);

  /// Throws Error for a number with a fraction.
  void check_whole() const;
  bool empty() const { return numbers_.empty(); }
  /// Nothing: "none" stands there, or nothing does.
  std::optional<double> of(std::size_t tenant) const {
    return tenant < numbers_.size() ? numbers_[tenant] : std::nullopt;
  }
  const std::vector<std::optional<double>>& all() const { return numbers_; }
  /// Why a list that is not empty does not suit these tenants: it leaves one out. Empty: it does.
  std::string refusal(std::span<const TenantGrid> tenants) const;
  /// Likewise for numbers of blocks: an SM does not hold so many. "none": any number.
  std::string refusal_of_blocks(std::span<const TenantGrid> tenants,
                                const model::Resources& sm) const;
  /// Why the list does not suit so many programs: it has more numbers. Empty: it does.
  std::string misfit(std::size_t programs) const;

 private:
  std::string_view parameter_;
  std::vector<std::optional<double>> numbers_;
};

}  // namespace heddle::policy
