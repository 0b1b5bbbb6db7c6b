// The replacement policies of a machine's caches, each behind the boundary that checks its answers,
// and their making. A cache with `lru` has none: memory::TagArray keeps the order of use itself.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "heddle/base/parameter.hpp"
#include "heddle/policy/policy_error.hpp"
#include "heddle/policy/replacement/replacement.hpp"

namespace heddle::policy {

/// Where a cache is: what messages say of it, and what its seed comes from.
struct CachePlace {
  std::string_view unit = {};  ///< its section of machine files: "l1"; "": it is a replay's
  std::optional<std::uint32_t> sm = {};
  std::uint32_t number = 0;  ///< among the caches of that section, of the SM or of the GPU
};

/// The policy of one cache.
class CacheReplacement {
 public:
  /// The policy has its parameters. Throws Error if it cannot serve such a cache.
  CacheReplacement(std::unique_ptr<Replacement> policy, std::string name, std::uint32_t sets,
                   std::uint32_t ways, const CachePlace& place);

  // As Replacement's. What the policy throws becomes a PolicyError.
  void filled(std::uint32_t set, std::uint32_t way);
  void hit(std::uint32_t set, std::uint32_t way);
  void emptied(std::uint32_t set, std::uint32_t way);
  void needed_at(std::uint32_t set, std::uint32_t way, std::uint64_t access);
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> ways) const;

 private:
  Occasion occasion() const;
  template <typename Ask>
  decltype(auto) ask_it(std::string_view question, Ask&& answer) const {
    return ask(name_, [this] { return occasion(); }, question, answer);
  }

  std::unique_ptr<Replacement> policy_;
  PolicyName name_;
  CachePlace place_;
};

/// Makes the policies of caches.
class Replacements {
 public:
  /// Sets the parameters of a new policy, "replacement.NAME".
  using Configure = std::function<void(const std::string& key,
                                       const std::function<void(ParameterVisitor&)>& describe)>;
  /// Without `configure` all parameters have their defaults.
  explicit Replacements(Configure configure = {}) : configure_(std::move(configure)) {}

  /// Null for lru. Throws Error for a name that no policy has, for one that needs to know the
  /// future, and for one that cannot serve such a cache.
  std::unique_ptr<CacheReplacement> make(const std::string& name, std::uint32_t sets,
                                         std::uint32_t ways, const CachePlace& place) const;
  /// The same in a replay, whose caches know the future if the policy wants to.
  std::unique_ptr<CacheReplacement> make_in_replay(const std::string& name, std::uint32_t sets,
                                                   std::uint32_t ways, std::uint32_t sm) const;

 private:
  std::unique_ptr<Replacement> configured(const std::string& name) const;

  Configure configure_;
};

/// The parameter of a cache's spec that names its policy: one of all that there are.
void describe_replacement(ParameterVisitor& visit, std::string& name, std::string_view doc);

}  // namespace heddle::policy
