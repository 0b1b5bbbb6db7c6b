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
  /// Reads numbers of 0 or more, separated by blanks or commas; "none" stands for no number. Throws
  /// Error, with the parameter's name, for any other text, and for more numbers than a GPU can have
  /// tenants.
  NumberList(std::string_view parameter, std::string_view text);

  /// Throws Error for a number with a fraction.
  void check_whole() const;
  bool empty() const { return numbers_.empty(); }
  /// Returns the tenant's number, or nothing if the list says "none" or is too short.
  std::optional<double> of(std::size_t tenant) const {
    return tenant < numbers_.size() ? numbers_[tenant] : std::nullopt;
  }
  const std::vector<std::optional<double>>& all() const { return numbers_; }
  /// Returns an error text if the list is not empty but has no entry for one of these tenants.
  /// Otherwise returns an empty text.
  std::string refusal(std::span<const TenantGrid> tenants) const;
  /// Takes the numbers as numbers of blocks on an SM. Each number must be at least 1, and all these
  /// blocks together must fit on an SM; "none" allows any number. Returns an error text if that is
  /// not so, else an empty text.
  std::string refusal_of_blocks(std::span<const TenantGrid> tenants,
                                const model::Resources& sm) const;
  /// Returns an error text if the list has more numbers than there are programs, else an empty
  /// text.
  std::string misfit(std::size_t programs) const;

 private:
  std::string_view parameter_;
  std::vector<std::optional<double>> numbers_;
};

}  // namespace heddle::policy
