// The replacement policies of a machine's caches. The class CacheReplacement checks the answers of
// each policy. A cache with `lru` has no policy: memory::TagArray keeps the order of use itself.
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

/// Where a cache is. Messages name this place, and the seed of random numbers is computed from the
/// place.
struct CachePlace {
  std::string_view unit = {};  ///< section of machine files, "l1"; "": the cache of a replay
  std::optional<std::uint32_t> sm = {};
  std::uint32_t number = 0;  ///< number of the cache among the caches of this section in the SM, or
                             ///< in the GPU if the cache is in no SM
};

/// The policy of one cache.
class CacheReplacement {
 public:
  /// The parameters of `policy` must be set already. Throws Error if the policy cannot serve a
  /// cache of this size.
  CacheReplacement(std::unique_ptr<Replacement> policy, std::string name, std::uint32_t sets,
                   std::uint32_t ways, const CachePlace& place);

  // These functions call the functions of the same names in Replacement. An exception of the policy
  // becomes a PolicyError.
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

/// Creates the replacement policies of caches.
class Replacements {
 public:
  /// Sets the parameters of a new policy; the prefix of the parameters is "replacement.NAME".
  using Configure = std::function<void(const std::string& key,
                                       const std::function<void(ParameterVisitor&)>& describe)>;
  /// Without `configure` all parameters have their defaults.
  explicit Replacements(Configure configure = {}) : configure_(std::move(configure)) {}

  /// Returns a new policy, or null for lru. Throws Error for an unknown name, for a policy that
  /// needs to know the future, and for a policy that cannot serve a cache of this size.
  std::unique_ptr<CacheReplacement> make(const std::string& name, std::uint32_t sets,
                                         std::uint32_t ways, const CachePlace& place) const;
  /// Like make(), but for a replay, where the policy may need to know the future.
  std::unique_ptr<CacheReplacement> make_in_replay(const std::string& name, std::uint32_t sets,
                                                   std::uint32_t ways, std::uint32_t sm) const;

 private:
  std::unique_ptr<Replacement> configured(const std::string& name) const;

  Configure configure_;
};

/// Declares the parameter by which a cache's section names its policy. All registered policies are
/// allowed.
void describe_replacement(ParameterVisitor& visit, std::string& name, std::string_view doc);

}  // namespace heddle::policy
