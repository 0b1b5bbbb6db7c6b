// The registry of policies. A policy's file registers the policy by name under its kind; no other
// code names the policy. A kind is an interface with a `kKind` name. The registry is filled before
// main(), and once more for each policy library that the process loads (policy_kit/library.hpp). No
// entry ever leaves it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/parameter.hpp"
#include "heddle/policy/parameter_check.hpp"
#include "heddle/policy/policy_error.hpp"

namespace heddle::policy {

/// The description of a policy in `heddle list` and `heddle explain`.
struct PolicyInfo {
  std::string_view kind;
  std::string_view name;
  std::string_view doc;        ///< one line about the policy
  std::string_view about{};    ///< a paragraph about the policy's rule
  std::string_view source{};   ///< publication of the policy; "": the policy has none
  std::string_view library{};  ///< file of the policy library; "": the policy is part of heddle
};

/// Creates the policies of one kind. Threads may use the registry at the same time.
template <typename Interface>
class Registry {
 public:
  struct Entry {
    PolicyInfo info;
    std::unique_ptr<Interface> (*make)();
    bool again = false;  ///< another policy has registered under the same name
  };

  static Registry& instance() {
    static Registry registry;
    return registry;
  }

  void add(const Entry& entry) {
    const std::lock_guard lock(mutex_);
    const auto [found, is_new] = entries_.emplace(entry.info.name, entry);
    if (!is_new) found->second.again = true;
  }

  /// Returns the entry with this name, or null if there is none. The entry stays where it is.
  const Entry* find(std::string_view name) const {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(name);
    return found == entries_.end() ? nullptr : &found->second;
  }

  /// Returns a new policy, or null if no policy has this name. Throws PolicyError if two policies
  /// have the name, or if the policy's parameters break a rule (parameter_check.hpp).
  std::unique_ptr<Interface> make(std::string_view name) const {
    const Entry* const entry = find(name);
    if (entry == nullptr) return nullptr;
    const PolicyName policy{Interface::kKind, std::string(name)};
    if (entry->again) refuse_answer(policy, {}, "registration", "a name twice", "once");
    auto made = ask(policy, [] { return Occasion{}; }, "its constructor", entry->make);
    check_parameters(policy, [&](ParameterVisitor& visit) { made->describe(visit); });
    return made;
  }

  std::vector<PolicyInfo> list() const {
    const std::lock_guard lock(mutex_);
    std::vector<PolicyInfo> infos;
    for (const auto& [name, entry] : entries_) infos.push_back(entry.info);
    return infos;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string_view, Entry, std::less<>> entries_;
};

/// Write `const Register<WarpScheduler, Gto> gto("gto", "greedy, then oldest");` at namespace scope
/// in the policy's file. A paragraph about the rule and the publication may follow.
template <typename Interface, typename Policy>
struct Register {
  Register(std::string_view name, std::string_view doc, std::string_view about = "",
           std::string_view source = "") {
    Registry<Interface>::instance().add(
        {{Interface::kKind, name, doc, about, source, ""},
         []() -> std::unique_ptr<Interface> { return std::make_unique<Policy>(); }});
  }
};

}  // namespace heddle::policy
